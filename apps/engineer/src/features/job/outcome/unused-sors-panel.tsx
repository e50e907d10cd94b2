import { findUnusedSors } from "@fieldfare/domain";
import { Banner } from "../../../ui/banner.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { sectionScreens } from "../sections.ts";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../sors/strings.ts";
import styles from "./closing-panel.module.css";

/** Lists the planned SORs of which no use is recorded. They do not prevent the close. */
export function UnusedSorsPanel({ job }: JobScreen) {
  const unused = findUnusedSors(job.plannedSors);
  if (unused.length === 0) return null;
  const { title, line, text, link } = strings().unused;
  return (
    <Banner tone="info" title={title}>
      <ul className={styles.issues}>
        {unused.map(({ sorCodeId, qty, sorCode, shortDescription }) => (
          <li key={sorCodeId} dir="auto">
            {line(qty, sorCode, shortDescription)}
          </li>
        ))}
      </ul>
      <p>{text}</p>
      <ButtonLink to={sectionScreens.SORs.path}>{link}</ButtonLink>
    </Banner>
  );
}
