import type { ContactAnswers } from "@fieldfare/domain";
import type { ReactNode } from "react";
import { Card } from "../../../ui/card.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { choicesOf } from "../reasons.tsx";
import { useWork } from "../record.ts";
import { Selector } from "../selector.tsx";
import { useCaller } from "./caller.ts";
import { checkContact } from "./contact-answers.ts";
import { useContactTypes } from "./contact-types.ts";
import { MethodsField } from "./methods-field.tsx";
import { type Entry, RecordPage, useRecordForm } from "../record-form.tsx";
import { words } from "./words.ts";

/** A contact that is being added, or changed: then they have an id. */
export function ContactForm(
  props: Omit<Entry<ContactAnswers>, "check" | "saving" | "refusals"> & {
    contactId?: string;
    /** What else may be done with the contact. */
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
  const spoken = words();
  const entry: Entry<ContactAnswers> = {
    ...props,
    check: (answers) => checkContact(answers, others),
    saving: spoken.saving,
    refusals: spoken.refusals,
  };
  const form = useRecordForm(entry);
  return (
    <RecordPage entry={entry} form={form}>
      <Card>
        <Form form={form}>
          <TextField label={spoken.fullName} autoCapitalize="words" {...form.field("fullName")} />
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
    </RecordPage>
  );
}
