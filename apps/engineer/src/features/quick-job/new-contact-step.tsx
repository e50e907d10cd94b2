import { isGbPhone, readDomainList } from "@fieldfare/device";
import { type NewContactAnswers, newContactFaults } from "@fieldfare/domain";
import { useDevice, useLive } from "../../device/device.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceField, Switch, TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { isNewContactPrimary, type QuickState, type StepProps } from "./state.ts";
import { NextButton, StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

function newContactOf(answers: NewContactAnswers): QuickState["newContact"] {
  const { isPrimaryContact, ...rest } = answers;
  return { ...rest, isPrimary: isPrimaryContact };
}

/** Somebody who is not known at the property yet. */
export function NewContactStep({ state, change, goOn, frame }: StepProps) {
  const device = useDevice();
  const spoken = words();
  const types = useLive(() => readDomainList(device, "ContactType", "propertyContact"), [device]);
  const form = useForm<NewContactAnswers>({
    initial: { ...state.newContact, isPrimaryContact: isNewContactPrimary(state) },
    check: (answers) => {
      const faults = newContactFaults(answers, state.contacts, isGbPhone);
      return Object.fromEntries(
        Object.entries(faults).map(([field, fault]) => [field, spoken.contactFaults[fault]]),
      );
    },
    onChange: (answers) => change({ ...state, newContact: newContactOf(answers) }),
    onSubmit: (answers) =>
      goOn({ ...state, newContact: newContactOf(answers), contact: null, isNewContact: true }),
  });
  return (
    <StepPage frame={frame} main={<NextButton form={form.id} />}>
      {types === undefined ? (
        <Skeleton cards={1} />
      ) : (
        <Card>
          <Form form={form}>
            <TextField label={spoken.fullName} {...form.field("fullName")} />
            <ChoiceField<number>
              label={spoken.contactType}
              choices={types}
              {...form.field("contactType")}
            />
            <TextField
              label={spoken.mobile}
              type="tel"
              inputMode="tel"
              {...form.field("mobilePhone")}
            />
            <TextField
              label={spoken.home}
              type="tel"
              inputMode="tel"
              {...form.field("homeTelephone")}
            />
            <Switch label={spoken.isPrimary} {...form.field("isPrimaryContact")} />
          </Form>
        </Card>
      )}
    </StepPage>
  );
}
