import { readVisitWarnings } from "@fieldfare/device";
import { findDangersLeftOpen } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { useReadTogether } from "../../../phone/drawn-together.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { formatDay } from "../../../ui/days.ts";
import { sectionScreens } from "../sections.ts";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import styles from "./closing-panel.module.css";

/** Lists the dangers that earlier visits found, and of which no form of this visit says anything. The job may be closed. */
export function EarlierDangerPanel({ job }: JobScreen) {
  const device = useDevice();
  const known = useLive(() => readVisitWarnings(device, job.jobId), [device, job.jobId]);
  useReadTogether(known !== undefined);
  const dangers = findDangersLeftOpen(known ?? [], job.customForms);
  if (dangers.length === 0) return null;
  const { title, text, link } = strings().outcome.earlierDanger;
  const { danger: describe } = strings().hub.visitWarnings;
  return (
    <Banner tone="warn" title={title}>
      <ul className={styles.issues}>
        {dangers.map(({ name, classification, visitedOn }) => (
          <li key={`${name} ${visitedOn}`} dir="auto">
            {describe(name, classification, formatDay(visitedOn))}
          </li>
        ))}
      </ul>
      <p>{text}</p>
      <ButtonLink to={sectionScreens.Forms.path}>{link}</ButtonLink>
    </Banner>
  );
}
