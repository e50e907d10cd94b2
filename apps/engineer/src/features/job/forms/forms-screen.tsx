import { type FormCard, readFormCards, removeForm } from "@fieldfare/device";
import {
  formIds,
  formRemovalRefusal,
  isAvailable,
  isQuotedOnRecord,
  isSigned,
  requirementLabel,
  isFormBegun,
} from "@fieldfare/domain";
import { lazy, Suspense, useState } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { toastRefusal } from "../../../phone/refusals.ts";
import { type RemovalWhileSaving, useRemovalWhileSaving } from "../../../phone/while-saving.ts";
import { Button } from "../../../ui/button.tsx";
import { Stack } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../phone/times.ts";
import { confirm } from "../../../ui/dialog.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { EmptyState } from "../../../ui/banner.tsx";
import { RecordCard, RecordLine } from "../../../ui/record-card.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { JobPage } from "../job-page.tsx";
import { DocumentLink } from "../documents/document-link.tsx";
import type { JobScreen } from "../selected-job.tsx";
import styles from "./forms-screen.module.css";
import { useFormName } from "./form-name.ts";
import { usePrepareForms } from "./form-module.ts";
import { formScreen } from "../warning-notice.tsx";
import { strings as jobStrings } from "../strings.ts";
import { strings } from "./strings.ts";

const FindForm = lazy(() => import("./find-form.tsx").then((m) => ({ default: m.FindForm })));

/** The job's forms: required, optional and completed ones. */
export function FormsScreen({ job }: JobScreen) {
  const device = useDevice();
  const [isAddingForm, setAddingForm] = useState(false);
  const cards = useLive(() => readFormCards(device, job), [device, job]);
  const text = strings();
  const isEditable = isAvailable("edit-work", job);
  usePrepareForms(job.jobId, { isNeeded: cards !== undefined, isNext: true });
  return (
    <JobPage
      job={job}
      title={text.title}
      action={
        isEditable && (
          <Button kind="header" icon="plus" onClick={() => setAddingForm(true)}>
            {text.add}
          </Button>
        )
      }
    >
      {!cards && <Skeleton />}
      {cards?.length === 0 && (
        <EmptyState icon="clipboard" title={text.empty}>
          {isEditable && text.emptyHint}
        </EmptyState>
      )}
      {cards?.map((card) => (
        <Card key={card.entry.customFormId} job={job} card={card} isEditable={isEditable} />
      ))}
      {isAddingForm && (
        <Suspense>
          <FindForm job={job} onClose={() => setAddingForm(false)} />
        </Suspense>
      )}
    </JobPage>
  );
}

function Card(props: { job: JobScreen["job"]; card: FormCard; isEditable: boolean }) {
  const { entry, description, isUnopenable } = props.card;
  const name = useFormName()(props.card);
  const text = strings();
  const { completedOn, savedOnDateTime } = entry;
  const { sentForms } = props.job;
  const removalRefusal = formRemovalRefusal(entry, sentForms);
  const removal = useRemovalWhileSaving(entry);
  if (removal.isGone) return null;
  return (
    <Stack>
      <RecordCard
        to={formScreen(entry.customFormId)}
        title={name}
        mark={text.progress[entry.completionStatus]}
      >
        {description && (
          <span className={styles.description} dir="auto">
            {description}
          </span>
        )}
        <RecordLine>
          <span>{requirementLabel(entry)}</span>
          {completedOn && <span>{text.completedOn(formatDateTime(completedOn))}</span>}
          {!completedOn && savedOnDateTime && (
            <span>{text.savedOn(formatDateTime(savedOnDateTime))}</span>
          )}
        </RecordLine>
        {removalRefusal === "form-sent" && <RecordLine>{text.sent}</RecordLine>}
        {isUnopenable && <RecordLine>{text.cannotBeOpened}</RecordLine>}
      </RecordCard>
      <DocumentLink entry={entry} />
      {props.isEditable && removalRefusal === null && (
        <RemoveForm job={props.job} entry={entry} name={name} removal={removal} />
      )}
    </Stack>
  );
}

/**
 * Removes a form. A form without answers needs no confirmation, because it can be added again, unless the record quotes
 * it.
 */
function RemoveForm(props: {
  job: JobScreen["job"];
  entry: FormCard["entry"];
  name: string;
  removal: RemovalWhileSaving;
}) {
  const { job, entry, name, removal } = props;
  const { customFormId } = entry;
  const isQuoted = isQuotedOnRecord(job.customForms, entry);
  const device = useDevice();
  const text = strings();
  const remove = async () => {
    const isConfirmed =
      (!isFormBegun(entry) && !isQuoted) ||
      (await confirm({
        title: text.remove.question(name),
        text: describeRemoval(entry, isQuoted),
        confirm: text.remove.confirm,
        cancel: text.remove.cancel,
        danger: true,
      }));
    if (!isConfirmed) return;
    const removed = await removal.remove(() => removeForm(device, job.jobId, customFormId));
    if (removed.ok) showToast({ text: text.remove.done, kind: "good" });
    else toastRefusal(removed.refusal, { ...jobStrings().refusals, ...text.refusals });
  };
  return (
    <Button
      icon="trash"
      label={text.remove.named(name)}
      busy={removal.isRemoving && text.remove.removing}
      onClick={remove}
    >
      {text.remove.confirm}
    </Button>
  );
}

/** Says what the removal deletes. A signed form has a warning, because the customer may have a copy. */
function describeRemoval(entry: FormCard["entry"], isQuoted: boolean) {
  const { text, signed, signedNotice, quoted } = strings().remove;
  const isNotice = entry.customFormId === formIds.warningNotice;
  return (
    <>
      {isSigned(entry) && <strong>{isNotice ? signedNotice : signed} </strong>}
      {text}
      {isQuoted && ` ${quoted}`}
    </>
  );
}
