import { type JobRow, removeSor, updateSor } from "@fieldfare/device";
import { cutQuantity, mayRemoveSor, quantityUsedFault } from "@fieldfare/domain";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { formatNumber } from "../../../ui/language.ts";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { type Draft, useDraft } from "../../../device/drafts.ts";
import { useAddressPart } from "../../../ui/address.ts";
import { useLeaveIfMissing } from "../record.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { type Entry, RecordPage, RemoveButton, useRecordForm } from "../record-form.tsx";
import { words } from "./words.ts";

const list = "/jobs/selected/sors";

type PlannedSor = JobRow["plannedSors"][number];

interface Answers {
  /** As typed. */
  readonly quantity: string;
}

/** How much of a SOR has been used. */
export function UpdateSorScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const sorCodeId = useAddressPart("sorCodeId");
  const sor = job.plannedSors.find((planned) => String(planned.sorCodeId) === sorCodeId);
  const expectRemoval = useLeaveIfMissing(isAllowed && sor === undefined, list);
  if (isAllowed && sor) return <WithDraft job={job} sor={sor} expectRemoval={expectRemoval} />;
  return <Loading />;
}

interface OfSor extends JobScreen {
  readonly sor: PlannedSor;
  readonly expectRemoval: () => void;
}

function WithDraft(props: OfSor) {
  const { job, sor } = props;
  const original = answersOf(sor);
  const draft = useDraft<Answers>(job.jobId, `sor:${sor.sorCodeId}`, (kept) =>
    kept.has("quantity") ? { quantity: kept.text("quantity") } : original,
  );
  if (!draft.initial) return <Loading />;
  return <UpdateSorForm {...props} draft={draft} initial={draft.initial} original={original} />;
}

function UpdateSorForm(
  props: OfSor & { draft: Draft<Answers>; initial: Answers; original: Answers },
) {
  const { job, sor, draft, initial } = props;
  const spoken = words();
  const entry: Entry<Answers> = {
    job,
    kind: `sor:${sor.sorCodeId}`,
    draft,
    initial,
    original: props.original,
    check: ({ quantity }) => {
      const fault = quantityUsedFault(quantity);
      return fault ? { quantity: spoken.quantityFaults[fault] } : {};
    },
    save: (device, { quantity }) => updateSor(device, job.jobId, sor.sorCodeId, quantity),
    list,
    title: spoken.updateTitle,
    submit: spoken.update,
    saving: spoken.updating,
    done: spoken.updated,
    refusals: spoken.refusals,
  };
  const form = useRecordForm(entry);
  return (
    <RecordPage entry={entry} form={form}>
      <Card>
        <Facts
          facts={[
            [spoken.description, sor.shortDescription],
            [spoken.codeLabel, sor.sorCode],
            [spoken.quantityLabel, formatNumber(sor.qty, 2)],
          ]}
        />
      </Card>
      <Card>
        <Form form={form}>
          <TextField
            label={spoken.quantityUsed}
            inputMode="decimal"
            {...form.field("quantity")}
            onChange={(typed) => form.set("quantity", cutQuantity(typed))}
          />
        </Form>
      </Card>
      {mayRemoveSor(job.plannedSors) ? (
        <RemoveButton
          name={sor.shortDescription}
          draft={draft}
          remove={(device) => removeSor(device, job.jobId, sor.sorCodeId)}
          expectRemoval={props.expectRemoval}
          list={list}
          spoken={spoken}
        />
      ) : (
        <p>{spoken.last}</p>
      )}
    </RecordPage>
  );
}

function Loading() {
  return (
    <Page title={words().updateTitle} back={list}>
      <Skeleton cards={2} />
    </Page>
  );
}

function answersOf(sor: PlannedSor): Answers {
  return { quantity: String(sor.qtyUsed) };
}
