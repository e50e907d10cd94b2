import type { ContactAnswers } from "@fieldfare/domain";
import type { ReactNode } from "react";
import { Card } from "../../../ui/card.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toChoices } from "../reasons.tsx";
import { useWork } from "../record.ts";
import { Selector } from "../selector.tsx";
import { useCaller } from "./caller.ts";
import { checkContact } from "./contact-answers.ts";
import { useContactTypes } from "./contact-types.ts";
import { MethodsField } from "./methods-field.tsx";
import { type Entry, RecordPage, useRecordForm } from "../record-form.tsx";
import { strings } from "./strings.ts";

/** Adds a contact, or changes the contact with `contactId`. */
export function ContactForm(
  props: Omit<Entry<ContactAnswers>, "check" | "saving" | "refusals"> & {
    contactId?: string;
    /** Further actions for this contact, shown below the form. */
    children?: ReactNode;
  },
) {
  const { job } = props;
  const { mayChangePrimary } = useCaller();
  const work = useWork(job);
  const others = (work?.contacts ?? []).filter(
    ({ propertyTenantId }) => propertyTenantId !== props.contactId,
  );
  const types = useContactTypes();
  const text = strings();
  const entry: Entry<ContactAnswers> = {
    ...props,
    check: (answers) => checkContact(answers, others),
    saving: text.saving,
    refusals: text.refusals,
  };
  const form = useRecordForm(entry);
  return (
    <RecordPage entry={entry} form={form}>
      <Card>
        <Form form={form}>
          <TextField label={text.fullName} autoCapitalize="words" {...form.field("fullName")} />
          <Selector
            label={text.contactType}
            choices={types && toChoices(types)}
            none={text.noTypes}
            {...form.field("contactType")}
          />
          {mayChangePrimary && <Switch label={text.isPrimary} {...form.field("isPrimaryTenant")} />}
          <MethodsField {...form.field("contactMethodType")} />
          <TextField
            label={text.emailAddress}
            type="email"
            inputMode="email"
            {...form.field("emailAddress")}
          />
          <TextField label={text.mobile} type="tel" inputMode="tel" {...form.field("mobile")} />
          <TextField label={text.home} type="tel" inputMode="tel" {...form.field("home")} />
          <TextField label={text.alt} type="tel" inputMode="tel" {...form.field("alt")} />
        </Form>
      </Card>
      {props.children}
    </RecordPage>
  );
}
