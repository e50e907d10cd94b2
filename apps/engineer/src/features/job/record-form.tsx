import type { Device, DraftKind, JobRow } from "@fieldfare/device";
import type { Result } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useDevice } from "../../phone/device.tsx";
import { DiscardButton } from "../../phone/discard-button.tsx";
import { toastRefusal } from "../../phone/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/dialog.tsx";
import { type FormErrors, type FormState, useForm } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import type { Draft } from "../../phone/drafts.ts";
import { strings as jobStrings } from "./strings.ts";

type Refusals = Readonly<Partial<Record<string, string>>>;

/** Something of the job that is being entered: what it begins with, how it is checked and saved, what is said. */
export interface Entry<V extends object> {
  readonly job: JobRow;
  readonly kind: DraftKind;
  readonly draft: Draft<V>;
  /** What was being entered when the screen was left, else `original`. */
  readonly initial: V;
  readonly original: V;
  readonly check: (values: V) => FormErrors<V>;
  readonly save: (device: Device, values: V) => Promise<Result<unknown, string>>;
  /** Where Back leads, and where one is afterwards. */
  readonly list: string;
  readonly title: string;
  readonly submit: string;
  readonly saving: string;
  readonly done: string;
  readonly refusals: Refusals;
}

/** A form whose values are kept as they are given, until they are saved or discarded. */
export function useRecordForm<V extends object>(entry: Entry<V>): FormState<V> {
  useUnsavedChangesGuard();
  const { draft, list } = entry;
  const device = useDevice();
  const navigate = useNavigate();
  return useForm<V>({
    initial: entry.initial,
    check: entry.check,
    onChange: draft.save,
    onSubmit: async (values) => {
      await draft.settle();
      if (!toastOutcome(await entry.save(device, values), entry.refusals)) return;
      showToast({ text: entry.done, kind: "good" });
      await navigate({ to: list, replace: true });
    },
  });
}

/** The page of such a form: saving in the footer, with a way to give up what has been entered. */
export function RecordPage<V extends object>(props: {
  entry: Entry<V>;
  form: FormState<V>;
  /** Pictures that are given up with the rest. */
  photos?: { readonly count: number; readonly drop: (device: Device) => Promise<unknown> };
  /** What has to end before anything can be saved. */
  busy?: string | false;
  children: ReactNode;
}) {
  const { entry, form, photos } = props;
  return (
    <Page
      title={entry.title}
      back={entry.list}
      secondary={
        <DiscardButton
          jobId={entry.job.jobId}
          kind={entry.kind}
          draft={entry.draft}
          values={form.values}
          original={entry.original}
          to={entry.list}
          {...(photos && { hasMore: photos.count > 0, onDiscard: photos.drop })}
        />
      }
      main={
        <Button
          type="submit"
          form={form.id}
          kind="main"
          busy={props.busy || (form.isBusy && entry.saving)}
        >
          {entry.submit}
        </Button>
      }
    >
      {props.children}
    </Page>
  );
}

/** Takes a record away for good, once that has been confirmed. */
export function RemoveButton(props: {
  /** What names the record in the question. */
  name: string;
  draft: Pick<Draft<unknown>, "settle">;
  remove: (device: Device) => Promise<Result<unknown, string>>;
  /** Called before: that the record is then missing is no surprise. */
  expectRemoval: () => void;
  list: string;
  text: {
    readonly remove: string;
    readonly removeQuestion: string;
    readonly keep: string;
    readonly wasRemoved: string;
    readonly refusals: Refusals;
  };
}) {
  const { draft, list, text } = props;
  const device = useDevice();
  const navigate = useNavigate();
  const remove = async () => {
    const isConfirmed = await confirm({
      title: text.removeQuestion,
      text: props.name,
      confirm: text.remove,
      cancel: text.keep,
      danger: true,
    });
    if (!isConfirmed) return;
    await draft.settle();
    props.expectRemoval();
    if (!toastOutcome(await props.remove(device), text.refusals)) return;
    showToast({ text: text.wasRemoved, kind: "good" });
    await navigate({ to: list, replace: true });
  };
  return (
    <Button kind="danger" icon="trash" onClick={remove}>
      {text.remove}
    </Button>
  );
}

/** Says why, in the record's own words or the job's, when it was refused. */
export function toastOutcome(outcome: Result<unknown, string>, refusals: Refusals): boolean {
  if (!outcome.ok) toastRefusal(outcome.refusal, { ...jobStrings().refusals, ...refusals });
  return outcome.ok;
}
