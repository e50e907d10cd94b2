import { findAddresses, type FoundAddress } from "@fieldfare/device";
import { type NewPropertyAnswers, newPropertyFaults, parsePostcode } from "@fieldfare/domain";
import { useState } from "react";
import { useDevice } from "../../device/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FieldError, TextField } from "../../ui/field.tsx";
import { Form, type FormErrors, type FormOf, useForm } from "../../ui/form.tsx";
import { RowButton, Rows } from "../../ui/rows.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useBackOnline } from "./asked.ts";
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

/** What came of looking up a postcode. */
interface LookedUp {
  readonly postcode: string;
  readonly answer: readonly FoundAddress[] | "invalid" | "offline";
}

function AddressLookUp({ form }: { form: FormOf<NewPropertyAnswers> }) {
  const device = useDevice();
  const spoken = words();
  const [isAsking, setAsking] = useState(false);
  const [last, setLast] = useState<LookedUp | null>(null);
  useBackOnline(() => setLast((now) => (now?.answer === "offline" ? null : now)));
  const typed = form.values.postcode;
  // Houses of another postcode than the one that stands there now are nobody's choice.
  const answer = last && postcodeOf(typed) === last.postcode ? last.answer : null;
  const find = async () => {
    const postcode = postcodeOf(typed);
    if (parsePostcode(typed) === null) return setLast({ postcode, answer: "invalid" });
    setLast(null);
    setAsking(true);
    const asked = await findAddresses(device, postcode);
    setAsking(false);
    if (asked.ok) return setLast({ postcode, answer: asked.value });
    if (asked.failure.kind === "network") return setLast({ postcode, answer: "offline" });
    showToast({ text: spoken.postcodeFailed, kind: "warn", duration: "long" });
  };
  const choose = (address: FoundAddress) => {
    for (const line of ["addressLine1", "addressLine2", "addressLine3", "addressLine4"] as const)
      form.set(line, address[line] ?? "");
    form.set("postcode", address.postcode);
    setLast(null);
  };
  return (
    <>
      <Button icon="map-pin" busy={isAsking && spoken.finding} onClick={find}>
        {spoken.findAddress}
      </Button>
      <div role="alert">
        <FieldError
          id="postcode-look-up"
          error={
            answer === "invalid" && !form.errors.postcode
              ? spoken.propertyFaults[typed.trim() === "" ? "postcode-missing" : "postcode-invalid"]
              : undefined
          }
        />
      </div>
      {answer === "offline" && <NoAnswer isOffline />}
      {Array.isArray(answer) && answer.length === 0 && <p role="status">{spoken.noAddresses}</p>}
      {Array.isArray(answer) && answer.length > 0 && (
        <Rows label={spoken.chooseAddress}>
          {answer.map((address, index) => (
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

/** As it is written where it is one, else as it was typed. */
function postcodeOf(typed: string): string {
  return parsePostcode(typed) ?? typed;
}

function check(answers: NewPropertyAnswers): FormErrors<NewPropertyAnswers> {
  const faults = newPropertyFaults(answers);
  return Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field, words().propertyFaults[fault]]),
  );
}
