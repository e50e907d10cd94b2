import { type JobRow, readSor, removeSor, updateSor } from "@fieldfare/device";
import { cutQuantity, mayRemoveSor, validateQuantityUsed } from "@fieldfare/domain";
import { Card } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { formatNumber } from "../../../ui/language.ts";
import type { DraftReader } from "../../../phone/drafts.ts";
import { useRecord } from "../record.ts";
import { type EntryBase, EntryLoading, RecordEntry } from "../record-entry.tsx";
import { type Entry, RecordPage, RemoveButton, useRecordForm } from "../record-form.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "./strings.ts";

const listPath = "/jobs/selected/sors";

type PlannedSor = JobRow["plannedSors"][number];

interface Answers {
  /** The text as typed. */
  readonly quantity: string;
}

/** Changes how much of a SOR has been used. */
export function UpdateSorScreen({ job }: JobScreen) {
  const { record: sor, expectRemoval } = useRecord(job, "sorCodeId", readSor, listPath);
  const title = strings().updateTitle;
  if (!sor) return <EntryLoading title={title} list={listPath} />;
  return (
    <RecordEntry
      job={job}
      kind={`sor:${sor.sorCodeId}`}
      title={title}
      list={listPath}
      original={toSorAnswers(sor)}
      parse={parseAnswers}
    >
      {(base) => <UpdateSorForm base={base} sor={sor} expectRemoval={expectRemoval} />}
    </RecordEntry>
  );
}

function UpdateSorForm(props: {
  base: EntryBase<Answers>;
  sor: PlannedSor;
  expectRemoval: () => void;
}) {
  const { base, sor } = props;
  const { job, draft } = base;
  const text = strings();
  const entry: Entry<Answers> = {
    ...base,
    check: ({ quantity }) => {
      const issue = validateQuantityUsed(quantity);
      return issue ? { quantity: text.quantityIssues[issue] } : {};
    },
    save: (device, { quantity }) => updateSor(device, job.jobId, sor.sorCodeId, quantity),
    submit: text.update,
    saving: text.updating,
    done: text.updated,
    refusals: text.refusals,
  };
  const form = useRecordForm(entry);
  return (
    <RecordPage entry={entry} form={form}>
      <Card>
        <DescriptionList
          items={[
            [text.description, sor.shortDescription],
            [text.codeLabel, sor.sorCode],
            [text.quantityLabel, formatNumber(sor.qty, 2)],
          ]}
        />
      </Card>
      <Card>
        <Form form={form}>
          <TextField
            label={text.quantityUsed}
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
          list={listPath}
          text={text}
        />
      ) : (
        <p>{text.last}</p>
      )}
    </RecordPage>
  );
}

function toSorAnswers(sor: PlannedSor): Answers {
  return { quantity: String(sor.qtyUsed) };
}

function parseAnswers(saved: DraftReader, original: Answers): Answers {
  return saved.has("quantity") ? { quantity: saved.text("quantity") } : original;
}
