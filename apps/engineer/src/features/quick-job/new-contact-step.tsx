import { isGbPhone, readDomainList } from "@fieldfare/device";
import { type NewContactAnswers, newContactFaults } from "@fieldfare/domain";
import { useDevice, useLive } from "../../device/device.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceField, Switch, TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import type { StepProps } from "./state.ts";
import { NextButton, StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

/** Somebody who is not known at the property yet. */
export function NewContactStep({ state, change, goOn, frame }: StepProps) {
  const device = useDevice();
  const spoken = words();
  const types = useLive(() => readDomainList(device, "ContactType", "propertyContact"), [device]);
  const form = useForm<NewContactAnswers>({
    initial: state.newContact,
    check: (answers) => {
      const faults = newContactFaults(answers, state.contacts, isGbPhone);
      return Object.fromEntries(
        Object.entries(faults).map(([field, fault]) => [field, spoken.contactFaults[fault]]),
      );
    },
    onChange: (newContact) => change({ ...state, newContact }),
    onSubmit: (newContact) => goOn({ ...state, newContact, contact: null, isNewContact: true }),
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
