import { type JobRow, readSor, removeSor, updateSor } from "@fieldfare/device";
import { cutQuantity, mayRemoveSor, quantityUsedFault } from "@fieldfare/domain";
import { Card } from "../../../ui/card.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { formatNumber } from "../../../ui/language.ts";
import type { Kept } from "../../../device/drafts.ts";
import { useRecord } from "../record.ts";
import { type Begun, EntryLoading, RecordEntry } from "../record-entry.tsx";
import { type Entry, RecordPage, RemoveButton, useRecordForm } from "../record-form.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { words } from "./words.ts";

const list = "/jobs/selected/sors";

type PlannedSor = JobRow["plannedSors"][number];

interface Answers {
  /** As typed. */
  readonly quantity: string;
}

/** How much of a SOR has been used. */
export function UpdateSorScreen({ job }: JobScreen) {
  const { record: sor, expectRemoval } = useRecord(job, "sorCodeId", readSor, list);
  const title = words().updateTitle;
  if (!sor) return <EntryLoading title={title} list={list} />;
  return (
    <RecordEntry
      job={job}
      kind={`sor:${sor.sorCodeId}`}
      title={title}
      list={list}
      original={answersOf(sor)}
      parse={parseAnswers}
    >
      {(begun) => <UpdateSorForm begun={begun} sor={sor} expectRemoval={expectRemoval} />}
    </RecordEntry>
  );
}

function UpdateSorForm(props: {
  begun: Begun<Answers>;
  sor: PlannedSor;
  expectRemoval: () => void;
}) {
  const { begun, sor } = props;
  const { job, draft } = begun;
  const spoken = words();
  const entry: Entry<Answers> = {
    ...begun,
    check: ({ quantity }) => {
      const fault = quantityUsedFault(quantity);
      return fault ? { quantity: spoken.quantityFaults[fault] } : {};
    },
    save: (device, { quantity }) => updateSor(device, job.jobId, sor.sorCodeId, quantity),
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

function answersOf(sor: PlannedSor): Answers {
  return { quantity: String(sor.qtyUsed) };
}

function parseAnswers(kept: Kept, original: Answers): Answers {
  return kept.has("quantity") ? { quantity: kept.text("quantity") } : original;
}
