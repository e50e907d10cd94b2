import { type FormCard, readFormCards, removeForm } from "@fieldfare/device";
import {
  formIds,
  formRemovalRefusal,
  isAvailable,
  isSigned,
  requirementLabel,
} from "@fieldfare/domain";
import { lazy, Suspense, useEffect, useState } from "react";
import { useDevice, useLive } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Stack } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../ui/dates.ts";
import { confirm } from "../../../ui/dialog.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { JobPage } from "../job-page.tsx";
import { PaperLink } from "../papers/paper-link.tsx";
import type { JobScreen } from "../selected-job.tsx";
import styles from "./forms-screen.module.css";
import { loadFilling } from "./loading.ts";
import { words as jobWords } from "../words.ts";
import { words } from "./words.ts";

const FindForm = lazy(() => import("./find-form.tsx").then((m) => ({ default: m.FindForm })));

/** What has to be, may be and has been filled in for the job. */
export function FormsScreen({ job }: JobScreen) {
  const device = useDevice();
  const [isFinding, setFinding] = useState(false);
  const cards = useLive(() => readFormCards(device, job), [device, job]);
  const spoken = words();
  const isEditable = isAvailable("edit-work", job);
  useEffect(() => {
    // The library is large: it is ready by the time that a form is tapped.
    const later = setTimeout(() => void loadFilling().catch(() => undefined), 600);
    return () => clearTimeout(later);
  }, []);
  return (
    <JobPage
      job={job}
      title={spoken.title}
      action={
        isEditable && (
          <Button kind="header" icon="plus" onClick={() => setFinding(true)}>
            {spoken.add}
          </Button>
        )
      }
    >
      {!cards && <Skeleton />}
      {cards?.length === 0 && (
        <EmptyState icon="clipboard" title={spoken.empty}>
          {isEditable && spoken.emptyHint}
        </EmptyState>
      )}
      {cards?.map((card) => (
        <Card key={card.entry.customFormId} job={job} card={card} isEditable={isEditable} />
      ))}
      {isFinding && (
        <Suspense>
          <FindForm job={job} onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </JobPage>
  );
}

function Card(props: { job: JobScreen["job"]; card: FormCard; isEditable: boolean }) {
  const { entry, name, description, cannotBeOpened } = props.card;
  const spoken = words();
  const { completedOn, savedOnDateTime } = entry;
  const { jobId, sentForms } = props.job;
  const whyKept = formRemovalRefusal(entry, sentForms);
  return (
    <Stack>
      <RecordCard
        to={`/jobs/selected/form/${entry.customFormId}`}
        title={name ?? spoken.unknownForm}
        mark={spoken.progress[entry.completionStatus]}
      >
        {description && (
          <span className={styles.description} dir="auto">
            {description}
          </span>
        )}
        <RecordLine>
          <span>{requirementLabel(entry)}</span>
          {completedOn && <span>{spoken.completedOn(formatDateTime(completedOn))}</span>}
          {!completedOn && savedOnDateTime && (
            <span>{spoken.savedOn(formatDateTime(savedOnDateTime))}</span>
          )}
        </RecordLine>
        {whyKept === "form-sent" && <RecordLine>{spoken.sent}</RecordLine>}
        {cannotBeOpened && <RecordLine>{spoken.cannotBeOpened}</RecordLine>}
      </RecordCard>
      <PaperLink entry={entry} />
      {props.isEditable && whyKept === null && (
        <RemoveForm jobId={jobId} entry={entry} name={name ?? spoken.unknownForm} />
      )}
    </Stack>
  );
}

/** A form without answers can be added again: nobody is asked. */
function RemoveForm(props: { jobId: string; entry: FormCard["entry"]; name: string }) {
  const { jobId, entry, name } = props;
  const { customFormId, completionStatus } = entry;
  const device = useDevice();
  const spoken = words();
  const remove = async () => {
    const isWanted =
      completionStatus === "NotStarted" ||
      (await confirm({
        title: spoken.remove.question(name),
        text: describeRemoval(entry),
        confirm: spoken.remove.confirm,
        cancel: spoken.remove.cancel,
        danger: true,
      }));
    if (!isWanted) return;
    const removed = await removeForm(device, jobId, customFormId);
    if (removed.ok) showToast({ text: spoken.remove.done, kind: "good" });
    else speakRefusal(removed.refusal, { ...jobWords().refusals, ...spoken.refusals });
  };
  return (
    <Button icon="trash" label={spoken.remove.named(name)} onClick={remove}>
      {spoken.remove.confirm}
    </Button>
  );
}

/** What is lost. Somebody may have a copy of what is signed. */
function describeRemoval(entry: FormCard["entry"]) {
  const { text, signed, signedNotice } = words().remove;
  if (!isSigned(entry)) return text;
  const isNotice = entry.customFormId === formIds.warningNotice;
  return (
    <>
      <strong>{isNotice ? signedNotice : signed}</strong> {text}
    </>
  );
}
