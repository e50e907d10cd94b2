import { addWarningNotice, type JobRow, readNoticeFindings } from "@fieldfare/device";
import { formIds, isAvailable, type NoticeFinding, owedNotices } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useDevice, useLive } from "../../device/device.tsx";
import { speakRefusal } from "../../device/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/notice.tsx";
import { words } from "./words.ts";

export const formPath = (customFormId: string) => `/jobs/selected/form/${customFormId}`;

/** Undefined until it is known. */
export function useNoticeFindings(jobId: string): readonly NoticeFinding[] | undefined {
  const device = useDevice();
  return useLive(() => readNoticeFindings(device, jobId), [device, jobId]);
}

/** Opens the job's warning notice, and adds it first where there is none. */
export function WriteNotice({ job, kind }: { job: JobRow; kind?: "danger" }) {
  const device = useDevice();
  const navigate = useNavigate();
  const { warningNotice } = formIds;
  const isBegun = job.customForms.some(
    (form) => form.customFormId === warningNotice && form.completionStatus !== "NotStarted",
  );
  const { write, complete } = words().outcome.danger;
  const open = async () => {
    const added = await addWarningNotice(device, job);
    if (added.ok) return navigate({ to: formPath(warningNotice) });
    return speakRefusal(added.refusal, words().refusals);
  };
  return (
    <Button {...(kind && { kind })} onClick={open}>
      {isBegun ? complete : write}
    </Button>
  );
}

/** On the hub: the dangers of this job that have no complete warning notice, with the way to it. */
export function OwedNotice({ job }: { job: JobRow }) {
  const findings = useNoticeFindings(job.jobId);
  const owed = owedNotices(findings ?? []);
  if (owed.length === 0 || job.status === "Closed") return null;
  return (
    <Banner tone="danger" title={words().hub.noticeOwed(owed.map(({ name }) => name))}>
      {isAvailable("edit-work", job) && <WriteNotice job={job} kind="danger" />}
    </Banner>
  );
}
