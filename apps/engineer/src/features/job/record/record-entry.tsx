import type { Device, DraftKind, JobRow, UnsavedEntity } from "@fieldfare/device";
import type { ReactNode } from "react";
import { type AnswersSchema, type Draft, draftParser, useDraft } from "../../../phone/drafts.ts";
import type { PlainPath } from "../../../ui/screen-address.ts";
import { LoadingPage } from "../../../ui/loading-page.tsx";
import { useRequiredAction } from "../selected-job.tsx";
import { useCallingScreen } from "./calling-screen.ts";
import { useRecord } from "./record.ts";
import { type RecordOutcome, toastOutcome } from "./outcome.ts";

/** The texts of the two screens that add and change a record. */
interface EntryText<Own extends string> {
  readonly addTitle: string;
  readonly submit: string;
  /** While a new record is saved. */
  readonly adding: string;
  readonly added: string;
  readonly updateTitle: string;
  readonly update: string;
  readonly updating: string;
  readonly updated: string;
  /** Why the record was not saved, by the refusal's code. */
  readonly refusals: Readonly<Record<Own, string>>;
}

/** A record of the job that is being added or changed. */
export interface Entry<V extends object> {
  readonly job: JobRow;
  /** The record that is changed; undefined while one is added. */
  readonly recordId: string | undefined;
  readonly kind: DraftKind;
  readonly draft: Draft<V>;
  /** The draft from the last visit of this screen, else `original`. */
  readonly initial: V;
  readonly original: V;
  /** Saves the record. Resolves to false when that was refused: a toast has said why. */
  readonly save: (device: Device, values: V) => Promise<boolean>;
  /** The screen that Back opens, and that is shown after the record is saved. */
  readonly list: PlainPath;
  readonly title: string;
  readonly submit: string;
  readonly saving: string;
  readonly done: string;
  /** Called before the record is removed, so that the screen does not report it as missing; with false if it stays. */
  readonly expectRemoval: (isExpected?: boolean) => void;
}

interface ScreenProps<V extends object, Own extends string> {
  readonly job: JobRow;
  readonly entity: UnsavedEntity;
  readonly list: PlainPath;
  readonly text: EntryText<Own>;
  /** The schema of the stored draft. */
  readonly schema: AnswersSchema<V>;
  /** Converts a stored draft of an earlier build before it is parsed. */
  readonly convertDraft?: (saved: unknown) => unknown;
}

/** The screen that adds a record. Its form is drawn by `children`. */
export function AddRecord<V extends object, Own extends string>(
  props: ScreenProps<V, Own> & {
    blank: V;
    add: (device: Device, jobId: string, values: V) => Promise<RecordOutcome<Own>>;
    children: (entry: Entry<V>) => ReactNode;
  },
) {
  const { job, text } = props;
  const list = useCallingScreen(props.list);
  return (
    <WithDraft
      {...props}
      list={list}
      recordId={undefined}
      kind={props.entity}
      original={props.blank}
      title={text.addTitle}
      submit={text.submit}
      saving={text.adding}
      done={text.added}
      save={async (device, values) =>
        toastOutcome(await props.add(device, job.jobId, values), text.refusals)
      }
      expectRemoval={ignore}
    />
  );
}

/** The screen that changes the record whose id is in the address. Its form is drawn by `children`. */
export function EditRecord<R, V extends object, Own extends string>(
  props: ScreenProps<V, Own> & {
    /** The id in the address. */
    id: string;
    read: (device: Device, jobId: string, id: string) => Promise<R | undefined>;
    getId: (record: R) => string | number;
    toAnswers: (record: R) => V;
    update: (device: Device, jobId: string, record: R, values: V) => Promise<RecordOutcome<Own>>;
    /** Whether the record may be gone once what is typed is saved. */
    mayGo?: (record: R) => boolean;
    /** Draws a record that can no longer be changed, such as a scrapped appliance; null for any other. */
    renderEnded?: (record: R) => ReactNode;
    children: (entry: Entry<V>, record: R) => ReactNode;
  },
) {
  const { job, list, text } = props;
  const { record, expectRemoval } = useRecord(job, props.id, props.read, list);
  if (record === undefined) return <LoadingPage title={text.updateTitle} back={list} />;
  const ended = props.renderEnded?.(record);
  if (ended) return ended;
  const id = props.getId(record);
  return (
    <WithDraft
      {...props}
      recordId={String(id)}
      kind={`${props.entity}:${id}`}
      original={props.toAnswers(record)}
      title={text.updateTitle}
      submit={text.update}
      saving={text.updating}
      done={text.updated}
      save={async (device, values) => {
        if (props.mayGo?.(record)) expectRemoval();
        const outcome = await props.update(device, job.jobId, record, values);
        if (!outcome.ok) expectRemoval(false);
        return toastOutcome(outcome, text.refusals);
      }}
      expectRemoval={expectRemoval}
    >
      {(entry) => props.children(entry, record)}
    </WithDraft>
  );
}

/** Opens an entry with the draft that was saved before. Leaves the screen when the work may not be edited. */
function WithDraft<V extends object>(
  props: Omit<Entry<V>, "draft" | "initial"> & {
    schema: AnswersSchema<V>;
    convertDraft?: (saved: unknown) => unknown;
    children: (entry: Entry<V>) => ReactNode;
  },
) {
  const { schema, convertDraft, children, ...entry } = props;
  const { isAllowed } = useRequiredAction(entry.job, "edit-work");
  const parse = draftParser(schema, entry.original);
  const draft = useDraft(entry.job.jobId, entry.kind, (saved, report) =>
    parse(convertDraft ? convertDraft(saved) : saved, report),
  );
  if (isAllowed && draft.initial) return children({ ...entry, draft, initial: draft.initial });
  return <LoadingPage title={entry.title} back={entry.list} />;
}

function ignore(): void {}
