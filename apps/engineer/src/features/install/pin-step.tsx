import { type PinIssue, validatePin } from "@fieldfare/domain";
import type { ReactNode } from "react";
import { PinField } from "../../ui/field.tsx";
import { useForm } from "../../ui/form.tsx";
import { StepPage } from "./step-page.tsx";
import { strings } from "./strings.ts";

/** The engineer enters the PIN twice. It is step 1 of the installation, and of the set-up of another browser. */
export function PinStep(props: {
  of: 2 | 3;
  title?: string;
  text?: readonly string[];
  note?: ReactNode;
  initial: string;
  onBack: () => void;
  onDone: (pin: string) => void;
}) {
  const text = strings().pin;
  const form = usePinForm(props.initial, props.onDone);
  return (
    <StepPage
      step={1}
      of={props.of}
      title={props.title ?? text.title}
      form={form}
      onBack={props.onBack}
    >
      {props.text?.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {props.note}
      <PinField label={text.label} hint={text.hint} {...form.field("pin")} />
      <PinField label={text.again} {...form.field("again")} />
    </StepPage>
  );
}

function usePinForm(initial: string, onDone: (pin: string) => void) {
  const text = strings().pin;
  const texts: Record<PinIssue, string> = {
    invalid: text.invalid,
    obvious: text.obvious,
    "missing-again": text.missingAgain,
    different: text.different,
  };
  return useForm({
    initial: { pin: initial, again: initial },
    check: ({ pin, again }) => {
      const issues = validatePin(pin, again);
      return {
        ...(issues.pin && { pin: texts[issues.pin] }),
        ...(issues.again && { again: texts[issues.again] }),
      };
    },
    onSubmit: ({ pin }) => onDone(pin),
  });
}
