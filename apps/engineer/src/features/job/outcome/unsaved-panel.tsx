import { readUnsaved, type UnsavedEntity } from "@fieldfare/device";
import type { HubSection } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { sectionScreens } from "../sections.ts";
import { strings } from "../strings.ts";
import styles from "./closing-panel.module.css";

const sectionByEntity: Record<UnsavedEntity, HubSection> = {
  note: "Engineer Notes",
  part: "Parts",
  sor: "SORs",
  appliance: "Property Appliances",
  contact: "Who",
};

/** Lists drafts that were never saved. The close deletes them, so the engineer is warned before. */
export function UnsavedPanel({ jobId }: { jobId: string }) {
  const device = useDevice();
  const unsaved = useLive(() => readUnsaved(device, jobId), [device, jobId]);
  const labels = strings();
  const { title, text } = labels.outcome.unsaved;
  if (!unsaved || unsaved.length === 0) return null;
  return (
    <Banner tone="warn" title={title}>
      <p>{text}</p>
      <ul className={styles.issues}>
        {unsaved.map(({ entity, isNew }) => (
          <li key={`${entity} ${isNew}`}>
            <ButtonLink
              to={`${sectionScreens[sectionByEntity[entity]]?.path}${isNew ? "/add" : ""}`}
            >
              {labels.hub.sections[sectionByEntity[entity]]}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
