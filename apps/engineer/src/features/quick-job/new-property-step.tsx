import { findAddresses, type FoundAddress } from "@fieldfare/device";
import { type NewPropertyAnswers, validateNewProperty, parsePostcode } from "@fieldfare/domain";
import { useState } from "react";
import { useDevice } from "../../phone/device.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FieldError, TextField } from "../../ui/field.tsx";
import { describeIssues, Form, type FormState, useForm } from "../../ui/form.tsx";
import { RowButton, Rows } from "../../ui/rows.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useBackOnline } from "./server-search.ts";
import { NoAnswer } from "./no-answer.tsx";
import type { StepProps } from "./state.ts";
import { NextButton, StepPage } from "./step-page.tsx";
import { strings } from "./strings.ts";

/** Enters a new property: its address is looked up by the postcode or typed. */
export function NewPropertyStep({ state, change, goOn, frame }: StepProps) {
  const text = strings();
  const form = useForm<NewPropertyAnswers>({
    initial: state.newProperty,
    check: (answers) => describeIssues(validateNewProperty(answers), text.propertyIssues),
    onChange: (newProperty) => change({ ...state, newProperty }),
    onSubmit: (answers) => {
      const postcode = parsePostcode(answers.postcode) ?? answers.postcode;
      goOn({ ...state, newProperty: { ...answers, postcode } });
    },
  });
  return (
    <StepPage frame={frame} main={<NextButton form={form.id} />}>
      <Form form={form}>
        <Card>
          <TextField label={text.postcode} {...form.field("postcode")} />
          <AddressLookUp form={form} />
        </Card>
        <Card title={text.address}>
          <TextField label={text.addressLine(1)} {...form.field("addressLine1")} />
          <TextField label={text.addressLine(2)} {...form.field("addressLine2")} />
          <TextField label={text.addressLine(3)} {...form.field("addressLine3")} />
          <TextField label={text.addressLine(4)} {...form.field("addressLine4")} />
        </Card>
      </Form>
    </StepPage>
  );
}

/** The result of a postcode lookup. */
interface LookupResult {
  readonly postcode: string;
  readonly answer: readonly FoundAddress[] | "invalid" | "offline";
}

function AddressLookUp({ form }: { form: FormState<NewPropertyAnswers> }) {
  const device = useDevice();
  const text = strings();
  const [isAsking, setAsking] = useState(false);
  const [lastLookup, setLastLookup] = useState<LookupResult | null>(null);
  useBackOnline(() => setLastLookup((now) => (now?.answer === "offline" ? null : now)));
  const typed = form.values.postcode;
  // Addresses of a postcode that has been changed since are not offered.
  const answer =
    lastLookup && formatPostcode(typed) === lastLookup.postcode ? lastLookup.answer : null;
  const find = async () => {
    const postcode = formatPostcode(typed);
    if (parsePostcode(typed) === null) return setLastLookup({ postcode, answer: "invalid" });
    setLastLookup(null);
    setAsking(true);
    const found = await findAddresses(device, postcode);
    setAsking(false);
    if (found.ok) return setLastLookup({ postcode, answer: found.value });
    if (found.failure.kind === "network") return setLastLookup({ postcode, answer: "offline" });
    showToast({ text: text.postcodeFailed, kind: "warn", duration: "long" });
  };
  const choose = (address: FoundAddress) => {
    for (const line of ["addressLine1", "addressLine2", "addressLine3", "addressLine4"] as const)
      form.set(line, address[line] ?? "");
    form.set("postcode", address.postcode);
    setLastLookup(null);
  };
  return (
    <>
      <Button icon="map-pin" busy={isAsking && text.searching} onClick={find}>
        {text.findAddress}
      </Button>
      <div role="alert">
        <FieldError
          id="postcode-look-up"
          error={
            answer === "invalid" && !form.errors.postcode
              ? text.propertyIssues[typed.trim() === "" ? "postcode-missing" : "postcode-invalid"]
              : undefined
          }
        />
      </div>
      {answer === "offline" && <NoAnswer problem="offline" />}
      {Array.isArray(answer) && answer.length === 0 && <p role="status">{text.noAddresses}</p>}
      {Array.isArray(answer) && answer.length > 0 && (
        <Rows label={text.chooseAddress}>
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

/** Returns a valid postcode in its standard format, any other text unchanged. */
function formatPostcode(typed: string): string {
  return parsePostcode(typed) ?? typed;
}
