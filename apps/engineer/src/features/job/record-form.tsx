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

/** A record of the job that is being added or changed: its values, its checks, how it is saved, and its texts. */
export interface Entry<V extends object> {
  readonly job: JobRow;
  readonly kind: DraftKind;
  readonly draft: Draft<V>;
  /** The draft from the last visit of this screen, else `original`. */
  readonly initial: V;
  readonly original: V;
  readonly check: (values: V) => FormErrors<V>;
  readonly save: (device: Device, values: V) => Promise<Result<unknown, string>>;
  /** The screen that Back opens, and that is shown after the record is saved. */
  readonly list: string;
  readonly title: string;
  readonly submit: string;
  readonly saving: string;
  readonly done: string;
  readonly refusals: Refusals;
}

/** A form whose values are saved as a draft on every change, until the record is saved or discarded. */
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

/** The page of such a form, with the save and discard buttons in its footer. */
export function RecordPage<V extends object>(props: {
  entry: Entry<V>;
  form: FormState<V>;
  /** Photos that are discarded with the draft. */
  photos?: { readonly count: number; readonly discard: (device: Device) => Promise<unknown> };
  /** Names the work that has to end before the record can be saved. */
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
          {...(photos && { hasMore: photos.count > 0, onDiscard: photos.discard })}
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

/** Deletes a record for good, after a confirmation. */
export function RemoveButton(props: {
  /** The record's name, shown in the confirmation. */
  name: string;
  draft: Pick<Draft<unknown>, "settle">;
  remove: (device: Device) => Promise<Result<unknown, string>>;
  /** Called before the removal, so that the screen does not report the record as missing. */
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

/** Shows a toast when the action was refused: in the record's own text if it has one, else in the job's. */
export function toastOutcome(outcome: Result<unknown, string>, refusals: Refusals): boolean {
  if (!outcome.ok) toastRefusal(outcome.refusal, { ...jobStrings().refusals, ...refusals });
  return outcome.ok;
}
