import type { JobRow } from "@fieldfare/device";
import { formIds, type NoticeFinding, owedNotices } from "@fieldfare/domain";
import { ButtonLink } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { formPath, WriteNotice } from "../warning-notice.tsx";
import { words } from "../words.ts";
import styles from "./closing-panel.module.css";

/** A danger without its warning notice, or one on which record and notice contradict each other, each with its way there. */
export function DangerPanel(props: { job: JobRow; findings: readonly NoticeFinding[] }) {
  const { job, findings } = props;
  const spoken = words().outcome.danger;
  if (findings.length === 0) return null;
  const isNoticeMissing = owedNotices(findings).length > 0;
  return (
    <Banner tone="danger" title={spoken.title} alert>
      <ul className={styles.faults}>
        {findings.map(({ issue, name, recordPath, classes }) => (
          <li key={`${issue} ${recordPath} ${name}`} dir="auto">
            {spoken[issue](name, classes)}
          </li>
        ))}
      </ul>
      {isNoticeMissing && <WriteNotice job={job} kind="danger" />}
      <ButtonLink to={formPath(formIds.gasSafetyRecord)}>{spoken.record}</ButtonLink>
      {!isNoticeMissing && (
        <ButtonLink to={formPath(formIds.warningNotice)}>{spoken.notice}</ButtonLink>
      )}
    </Banner>
  );
}
