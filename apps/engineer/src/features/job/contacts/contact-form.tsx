import type { ContactAnswers } from "@fieldfare/domain";
import type { ReactNode } from "react";
import { Card } from "../../../ui/card.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { toChoices } from "../reasons.tsx";
import type { Entry } from "../record/record-entry.tsx";
import { RecordPage, useRecordForm } from "../record/record-form.tsx";
import { useWork } from "../record/record.ts";
import { Selector } from "../selector.tsx";
import { useCaller } from "./caller.ts";
import { checkContact } from "./contact-answers.ts";
import { useContactTypes } from "./contact-types.ts";
import { MethodsField } from "./methods-field.tsx";
import { strings } from "./strings.ts";

/**
 * The fields of a contact. They are checked against the property's other contacts. The switch for the primary contact
 * is missing if the screen that opened the contact does not allow it.
 */
export function ContactForm(props: {
  entry: Entry<ContactAnswers>;
  /** Further actions for this contact, shown below the form. */
  children?: ReactNode;
}) {
  const { entry } = props;
  const { mayChangePrimary } = useCaller();
  const work = useWork(entry.job);
  const others = (work?.contacts ?? []).filter(
    ({ propertyTenantId }) => propertyTenantId !== entry.recordId,
  );
  const types = useContactTypes();
  const text = strings();
  const form = useRecordForm(entry, (answers) => checkContact(answers, others));
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
