import { type Device, type DraftKind, readWork } from "@fieldfare/device";
import type { ContactAnswers, Result } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useDevice, useLive } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Form, useForm } from "../../../ui/form.tsx";
import { Page } from "../../../ui/page.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useUnsafePoint } from "../../../ui/unsafe-point.ts";
import { DiscardButton } from "../discard-button.tsx";
import type { Draft } from "../drafts.ts";
import { choicesOf } from "../reasons.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { Selector } from "../selector.tsx";
import { words as jobWords } from "../words.ts";
import { useCaller } from "./caller.ts";
import { checkContact } from "./contact-answers.ts";
import { useContactTypes } from "./contact-types.ts";
import { MethodsField } from "./methods-field.tsx";
import { words } from "./words.ts";

/** A contact that is being added, or changed: then they have an id. */
export function ContactForm(
  props: JobScreen & {
    title: string;
    kind: DraftKind;
    contactId?: string;
    draft: Draft<ContactAnswers>;
    initial: ContactAnswers;
    original: ContactAnswers;
    submit: string;
    done: string;
    save: (device: Device, answers: ContactAnswers) => Promise<Result<unknown, string>>;
    /** What else may be done with the contact. */
    children?: ReactNode;
  },
) {
  const { job, draft } = props;
  useUnsafePoint();
  const device = useDevice();
  const navigate = useNavigate();
  const { returnTo, mayChangePrimary } = useCaller();
  const others = useOthers(job.jobId, props.contactId);
  const types = useContactTypes();
  const spoken = words();
  const form = useForm<ContactAnswers>({
    initial: props.initial,
    check: (answers) => checkContact(answers, others),
    onChange: draft.keep,
    onSubmit: async (answers) => {
      await draft.settle();
      const kept = await props.save(device, answers);
      if (!kept.ok)
        return speakRefusal(kept.refusal, { ...jobWords().refusals, ...spoken.refusals });
      showToast({ text: props.done, kind: "good" });
      await navigate({ to: returnTo, replace: true });
    },
  });
  return (
    <Page
      title={props.title}
      back={returnTo}
      secondary={
        <DiscardButton
          jobId={job.jobId}
          kind={props.kind}
          draft={draft}
          values={form.values}
          original={props.original}
          to={returnTo}
        />
      }
      main={
        <Button type="submit" form={form.id} kind="main" busy={form.isBusy && spoken.saving}>
          {props.submit}
        </Button>
      }
    >
      <Card>
        <Form form={form}>
          <TextField label={spoken.fullName} {...form.field("fullName")} />
          <Selector
            label={spoken.contactType}
            choices={types && choicesOf(types)}
            none={spoken.noTypes}
            {...form.field("contactType")}
          />
          {mayChangePrimary && (
            <Switch label={spoken.isPrimary} {...form.field("isPrimaryTenant")} />
          )}
          <MethodsField {...form.field("contactMethodType")} />
          <TextField
            label={spoken.emailAddress}
            type="email"
            inputMode="email"
            {...form.field("emailAddress")}
          />
          <TextField label={spoken.mobile} type="tel" inputMode="tel" {...form.field("mobile")} />
          <TextField label={spoken.home} type="tel" inputMode="tel" {...form.field("home")} />
          <TextField label={spoken.alt} type="tel" inputMode="tel" {...form.field("alt")} />
        </Form>
      </Card>
      {props.children}
    </Page>
  );
}

function useOthers(jobId: string, contactId: string | undefined) {
  const device = useDevice();
  const work = useLive(() => readWork(device, jobId), [device, jobId]);
  return (work?.contacts ?? []).filter((contact) => contact.propertyTenantId !== contactId);
}
