import { addWarningNotice, type JobRow, readNoticeIssues } from "@fieldfare/device";
import {
  formIds,
  isFormBegun,
  isFormComplete,
  isAvailable,
  isolateText,
  type NoticeIssue,
  findContradictedNotices,
  findNoticesToWrite,
} from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice, useLive } from "../../phone/device.tsx";
import { useReadTogether } from "../../phone/drawn-together.tsx";
import { toastRefusal } from "../../phone/refusals.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Banner } from "../../ui/banner.tsx";
import { strings as formStrings } from "./forms/strings.ts";
import { strings } from "./strings.ts";
import styles from "./outcome/closing-panel.module.css";

/** Returns the address of the screen on which the engineer fills in that form of the job. */
export const formScreen = (formId: string) =>
  ({ to: "/jobs/selected/form/$formId", params: { formId } }) as const;

/** Reads the issues between the gas safety record and the warning notice; undefined while they are read. */
export function useNoticeIssues(jobId: string): readonly NoticeIssue[] | undefined {
  const device = useDevice();
  return useLive(() => readNoticeIssues(device, jobId), [device, jobId]);
}

/** Opens the job's warning notice. Adds the form first when the job has none. */
export function WriteNotice({ job, kind }: { job: JobRow; kind?: "danger" }) {
  const device = useDevice();
  const navigate = useNavigate();
  const { warningNotice } = formIds;
  const isBegun = job.customForms.some(
    (form) => form.customFormId === warningNotice && isFormBegun(form),
  );
  const { write, complete } = strings().outcome.danger;
  const open = async () => {
    const added = await addWarningNotice(device, job);
    if (added.ok) return navigate(formScreen(warningNotice));
    return toastRefusal(added.refusal, { ...strings().refusals, ...formStrings().refusals });
  };
  return (
    <Button {...(kind && { kind })} onClick={open}>
      {isBegun ? complete : write}
    </Button>
  );
}

/** Lists the issues between the record and the notice. */
export function NoticeIssueList({ noticeIssues }: { noticeIssues: readonly NoticeIssue[] }) {
  const text = strings().outcome.danger;
  return (
    <ul className={styles.issues}>
      {noticeIssues.map(({ code, name, recordPath, classes }) => (
        <li key={`${code} ${recordPath} ${name}`} dir="auto">
          {text[code](isolateText(name), classes)}
        </li>
      ))}
    </ul>
  );
}

/**
 * Shows, on the hub, the dangers of this job without a complete warning notice, with a button to write it. If there are none and the
 * record is complete, what contradicts the notice: the engineer may hand over both documents before the close.
 */
export function NoticeBanner({ job }: { job: JobRow }) {
  const noticeIssues = useNoticeIssues(job.jobId);
  useReadTogether(noticeIssues !== undefined);
  const missingNotices = findNoticesToWrite(job, noticeIssues ?? []);
  const isEditable = isAvailable("edit-work", job);
  if (missingNotices.length > 0)
    return (
      <Banner
        tone="danger"
        title={strings().hub.noticeMissing(missingNotices.map(({ name }) => name))}
      >
        {isEditable && <WriteNotice job={job} kind="danger" />}
      </Banner>
    );
  const contradicted = findContradictedNotices(noticeIssues ?? []);
  const isRecordComplete = job.customForms.some(
    (form) => form.customFormId === formIds.gasSafetyRecord && isFormComplete(form),
  );
  if (contradicted.length === 0 || !isRecordComplete || job.status === "Closed") return null;
  const { contradiction, record, notice } = strings().outcome.danger;
  return (
    <Banner tone="danger" title={contradiction}>
      <NoticeIssueList noticeIssues={contradicted} />
      {isEditable && (
        <>
          <ButtonLink to={formScreen(formIds.gasSafetyRecord)}>{record}</ButtonLink>
          <ButtonLink to={formScreen(formIds.warningNotice)}>{notice}</ButtonLink>
        </>
      )}
    </Banner>
  );
}
