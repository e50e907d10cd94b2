import { findAddresses, type FoundAddress } from "@fieldfare/device";
import { type NewPropertyAnswers, newPropertyFaults, parsePostcode } from "@fieldfare/domain";
import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, type FormErrors, type FormOf, useForm } from "../../ui/form.tsx";
import { RowButton, Rows } from "../../ui/rows.tsx";
import { showToast } from "../../ui/toast.tsx";
import { NoAnswer } from "./no-answer.tsx";
import type { StepProps } from "./state.ts";
import { NextButton, StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

/** A property that is not known yet: looked up by its postcode, or entered by hand. */
export function NewPropertyStep({ state, change, goOn, frame }: StepProps) {
  const form = useForm<NewPropertyAnswers>({
    initial: state.newProperty,
    check,
    onChange: (newProperty) => change({ ...state, newProperty }),
    onSubmit: (answers) => {
      const postcode = parsePostcode(answers.postcode) ?? answers.postcode;
      goOn({ ...state, newProperty: { ...answers, postcode } });
    },
  });
  const spoken = words();
  return (
    <StepPage frame={frame} main={<NextButton form={form.id} />}>
      <Form form={form}>
        <Card>
          <TextField label={spoken.postcode} {...form.field("postcode")} />
          <AddressLookUp form={form} />
        </Card>
        <Card title={spoken.address}>
          <TextField label={spoken.addressLine(1)} {...form.field("addressLine1")} />
          <TextField label={spoken.addressLine(2)} {...form.field("addressLine2")} />
          <TextField label={spoken.addressLine(3)} {...form.field("addressLine3")} />
          <TextField label={spoken.addressLine(4)} {...form.field("addressLine4")} />
        </Card>
      </Form>
    </StepPage>
  );
}

function AddressLookUp({ form }: { form: FormOf<NewPropertyAnswers> }) {
  const device = useDevice();
  const spoken = words();
  const [isAsking, setAsking] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const [found, setFound] = useState<readonly FoundAddress[] | null>(null);
  const find = async () => {
    if (isAsking) return;
    const postcode = parsePostcode(form.values.postcode);
    if (postcode === null)
      return showToast({ text: spoken.propertyFaults["postcode-invalid"], kind: "warn" });
    setAsking(true);
    setFound(null);
    const answer = await findAddresses(device, postcode);
    setAsking(false);
    setOffline(!answer.ok && answer.failure.kind === "network");
    if (answer.ok) return setFound(answer.value);
    if (answer.failure.kind !== "network")
      showToast({ text: spoken.postcodeFailed, kind: "warn", duration: "long" });
  };
  const choose = (address: FoundAddress) => {
    for (const line of ["addressLine1", "addressLine2", "addressLine3", "addressLine4"] as const)
      form.set(line, address[line] ?? "");
    form.set("postcode", address.postcode);
    setFound(null);
  };
  return (
    <>
      <Button icon="map-pin" busy={isAsking && spoken.finding} onClick={() => void find()}>
        {spoken.findAddress}
      </Button>
      {isOffline && <NoAnswer isOffline />}
      {found?.length === 0 && <p role="status">{spoken.noAddresses}</p>}
      {found && found.length > 0 && (
        <Rows label={spoken.chooseAddress}>
          {found.map((address, index) => (
            <RowButton
              key={`${index} ${address.addressLine1}`}
              label={address.addressLine1}
              detail={[address.addressLine2, address.addressLine3, address.addressLine4]
                .filter(Boolean)
                .join(", ")}
              onClick={() => choose(address)}
            />
          ))}
        </Rows>
      )}
    </>
  );
}

function check(answers: NewPropertyAnswers): FormErrors<NewPropertyAnswers> {
  const faults = newPropertyFaults(answers);
  return Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field, words().propertyFaults[fault]]),
  );
}
