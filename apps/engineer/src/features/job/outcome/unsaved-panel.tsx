import { readUnsaved, type UnsavedThing } from "@fieldfare/device";
import type { HubSection } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../device/device.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { sectionScreens } from "../sections.ts";
import { words } from "../words.ts";
import styles from "./closing-panel.module.css";

const sectionOf: Record<UnsavedThing, HubSection> = {
  note: "Engineer Notes",
  part: "Parts",
  sor: "SORs",
  appliance: "Property Appliances",
  contact: "Who",
};

/** What was typed and never saved goes with the close: said while it can still be saved. */
export function UnsavedPanel({ jobId }: { jobId: string }) {
  const device = useDevice();
  const unsaved = useLive(() => readUnsaved(device, jobId), [device, jobId]);
  const spoken = words();
  const { title, text } = spoken.outcome.unsaved;
  if (!unsaved || unsaved.length === 0) return null;
  return (
    <Banner tone="warn" title={title}>
      <p>{text}</p>
      <ul className={styles.faults}>
        {unsaved.map(({ thing, isNew }) => (
          <li key={`${thing} ${isNew}`}>
            <ButtonLink to={`${sectionScreens[sectionOf[thing]]?.path}${isNew ? "/add" : ""}`}>
              {spoken.hub.sections[sectionOf[thing]]}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
