import { confirmNotice, type JobPart, type JobRow, readJobParts } from "@fieldfare/device";
import { isToCollect, type Notice, noticesToConfirm } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { toastRefusal } from "../../../phone/refusals.ts";
import { useRemovalWhileSaving } from "../../../phone/while-saving.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SeverityMark } from "../severity-mark.tsx";
import { strings } from "../strings.ts";

/** The notices that the engineer has to confirm before working the job, one after the other. */
export function Notices({ job }: { job: JobRow }) {
  const device = useDevice();
  const { jobId, partRequiredConfirmed, property } = job;
  const parts = useLive(() => readJobParts(device, jobId), [device, jobId]);
  if (!parts) return null;
  const { notifications } = property;
  const [notice] = noticesToConfirm({ partRequiredConfirmed, parts, notifications });
  return notice ? (
    <NoticeDialog key={buildNoticeKey(notice)} job={job} notice={notice} parts={parts} />
  ) : null;
}

function NoticeDialog(props: { job: JobRow; notice: Notice; parts: readonly JobPart[] }) {
  const { job, notice, parts } = props;
  const { jobId } = job;
  const device = useDevice();
  const { isRemoving, isGone, remove } = useRemovalWhileSaving(job);
  const text = strings().notice;
  const confirm = async () => {
    const confirmed = await remove(() => confirmNotice(device, jobId, notice));
    if (!confirmed.ok) toastRefusal(confirmed.refusal, strings().refusals);
  };
  if (isGone) return null;
  return (
    <Dialog
      title={notice.kind === "PartsRequired" ? text.parts : text.warning(notice.notification.code)}
      actions={
        <Button kind="main" busy={isRemoving && text.confirming} onClick={confirm}>
          {text.confirm}
        </Button>
      }
    >
      {notice.kind === "PartsRequired" ? (
        <PartsToCollect parts={parts} />
      ) : (
        <>
          <SeverityMark severity={notice.notification.severity} />
          <p>{notice.notification.description}</p>
        </>
      )}
    </Dialog>
  );
}

function PartsToCollect({ parts }: { parts: readonly JobPart[] }) {
  const text = strings().notice;
  return (
    <>
      <p>{text.partsText}</p>
      <ul>
        {parts.filter(isToCollect).map((part) => (
          <li key={part.jobPartId}>
            {text.quantity(part.qty - part.qtyCollected)} {part.shortDescription}
          </li>
        ))}
      </ul>
    </>
  );
}

function buildNoticeKey(notice: Notice): string {
  return notice.kind === "PartsRequired" ? notice.kind : notice.notification.propertyNotificationId;
}
