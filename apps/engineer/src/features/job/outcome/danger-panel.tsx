import { addWarningNotice, type JobRow, readNoticeFindings } from "@fieldfare/device";
import { formIds, type NoticeFinding } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice, useLive } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Banner } from "../../../ui/notice.tsx";
import { words } from "../words.ts";
import styles from "./closing-panel.module.css";

const formPath = (customFormId: string) => `/jobs/selected/form/${customFormId}`;

/** Undefined until it is known. */
export function useNoticeFindings(jobId: string): readonly NoticeFinding[] | undefined {
  const device = useDevice();
  return useLive(() => readNoticeFindings(device, jobId), [device, jobId]);
}

/** A danger without its warning notice, or one on which record and notice contradict each other, each with its way there. */
export function DangerPanel(props: { job: JobRow; findings: readonly NoticeFinding[] }) {
  const { job, findings } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const spoken = words().outcome.danger;
  if (findings.length === 0) return null;
  const write = async () => {
    const added = await addWarningNotice(device, job);
    if (added.ok) return navigate({ to: formPath(formIds.warningNotice) });
    return speakRefusal(added.refusal, words().refusals);
  };
  const isNoticeMissing = findings.some(
    ({ issue }) => issue === "no-notice" || issue === "notice-not-complete",
  );
  return (
    <Banner tone="danger" title={spoken.title} alert>
      <ul className={styles.faults}>
        {findings.map(({ issue, name, recordPath, classes }) => (
          <li key={`${issue} ${recordPath} ${name}`} dir="auto">
            {spoken[issue](name, classes)}
          </li>
        ))}
      </ul>
      {isNoticeMissing && (
        <Button kind="danger" onClick={write}>
          {spoken.write}
        </Button>
      )}
      <ButtonLink to={formPath(formIds.gasSafetyRecord)}>{spoken.record}</ButtonLink>
      {!isNoticeMissing && (
        <ButtonLink to={formPath(formIds.warningNotice)}>{spoken.notice}</ButtonLink>
      )}
    </Banner>
  );
}
