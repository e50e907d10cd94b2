import type { Device, DraftKind } from "@fieldfare/device";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import type { PlainPath } from "../ui/screen-address.ts";
import { type FormErrors, type FormState, useForm } from "../ui/form.tsx";
import { Page } from "../ui/page.tsx";
import { useUnsavedChangesGuard } from "../ui/unsaved-changes-guard.ts";
import { DiscardButton } from "./discard-button.tsx";
import type { Draft } from "./drafts.ts";

/** Opens a form whose values are saved as a draft on every change. They are all stored when `submit` is called. */
export function useDraftForm<V extends object>(options: {
  readonly draft: Draft<V>;
  /** The values of the draft when the screen opened. */
  readonly initial: V;
  readonly check: (values: V) => FormErrors<V>;
  readonly submit: (values: V) => Promise<void>;
}): FormState<V> {
  useUnsavedChangesGuard();
  const { draft, initial, check, submit } = options;
  return useForm<V>({
    initial,
    check,
    onChange: draft.save,
    onSubmit: async (values) => {
      await draft.settle();
      await submit(values);
    },
  });
}

/** The page of such a form, with the submit button and a button that discards the draft in its footer. */
export function DraftFormPage<V extends object>(props: {
  title: string;
  /** The screen that Back opens, also after the draft is discarded. */
  back: PlainPath;
  form: FormState<V>;
  /** The job, or the name under which a draft without a job is stored. */
  jobId: string;
  kind: DraftKind;
  draft: Draft<V>;
  original: V;
  submit: string;
  /** The text of the submit button while work runs that has to end first. */
  busy: string | false;
  /** True when there is something to discard besides the values, such as photos. */
  hasMore?: boolean;
  /** Deletes what belongs to the draft, such as its photos. */
  onDiscard?: (device: Device) => Promise<unknown>;
  children: ReactNode;
}) {
  const { form, hasMore, onDiscard } = props;
  return (
    <Page
      title={props.title}
      back={props.back}
      secondary={
        <DiscardButton
          jobId={props.jobId}
          kind={props.kind}
          draft={props.draft}
          values={form.values}
          original={props.original}
          to={props.back}
          {...(hasMore !== undefined && { hasMore })}
          {...(onDiscard && { onDiscard })}
        />
      }
      main={
        <Button type="submit" form={form.id} kind="main" busy={props.busy}>
          {props.submit}
        </Button>
      }
    >
      {props.children}
    </Page>
  );
}
