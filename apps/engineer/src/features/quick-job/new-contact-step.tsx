import { parsePhone, readDomainList } from "@fieldfare/device";
import { type NewContactAnswers, validateNewContact } from "@fieldfare/domain";
import { useDevice, useLive } from "../../phone/device.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceField } from "../../ui/choice-field.tsx";
import { Switch, TextField } from "../../ui/field.tsx";
import { describeIssues, Form, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { isNewContactPrimary, type QuickState, type StepProps } from "./state.ts";
import { NextButton, StepPage } from "./step-page.tsx";
import { strings } from "./strings.ts";

function toNewContact(answers: NewContactAnswers): QuickState["newContact"] {
  const { isPrimaryContact, ...rest } = answers;
  return { ...rest, isPrimary: isPrimaryContact };
}

/** Enters a new contact of the property. */
export function NewContactStep({ state, change, goOn, frame }: StepProps) {
  const device = useDevice();
  const text = strings();
  const types = useLive(() => readDomainList(device, "ContactType", "propertyContact"), [device]);
  const form = useForm<NewContactAnswers>({
    initial: { ...state.newContact, isPrimaryContact: isNewContactPrimary(state) },
    check: (answers) =>
      describeIssues(validateNewContact(answers, state.contacts, parsePhone), text.contactIssues),
    onChange: (answers) => change({ ...state, newContact: toNewContact(answers) }),
    onSubmit: (answers) =>
      goOn({ ...state, newContact: toNewContact(answers), contact: null, isNewContact: true }),
  });
  return (
    // Without the form a tap on Next would do nothing.
    <StepPage frame={frame} main={types !== undefined && <NextButton form={form.id} />}>
      {types === undefined ? (
        <Skeleton cards={1} />
      ) : (
        <Card>
          <Form form={form}>
            <TextField label={text.fullName} {...form.field("fullName")} />
            <ChoiceField<number>
              label={text.contactType}
              choices={types}
              {...form.field("contactType")}
            />
            <TextField
              label={text.mobile}
              type="tel"
              inputMode="tel"
              {...form.field("mobilePhone")}
            />
            <TextField
              label={text.home}
              type="tel"
              inputMode="tel"
              {...form.field("homeTelephone")}
            />
            <Switch label={text.isPrimary} {...form.field("isPrimaryContact")} />
          </Form>
        </Card>
      )}
    </StepPage>
  );
}
