import { type PinFault, pinFaults } from "@fieldfare/domain";
import type { ReactNode } from "react";
import { PinField } from "../../ui/field.tsx";
import { useForm } from "../../ui/form.tsx";
import { StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

export function PinStep(props: {
  of: 2 | 3;
  title?: string;
  text?: readonly string[];
  note?: ReactNode;
  initial: string;
  onBack: () => void;
  onDone: (pin: string) => void;
}) {
  const spoken = words().pin;
  const form = usePinForm(props.initial, props.onDone);
  return (
    <StepPage
      step={1}
      of={props.of}
      title={props.title ?? spoken.title}
      form={form}
      onBack={props.onBack}
    >
      {props.text?.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {props.note}
      <PinField
        label={spoken.label}
        hint={spoken.hint}
        autoComplete="new-password"
        {...form.field("pin")}
      />
      <PinField label={spoken.again} autoComplete="new-password" {...form.field("again")} />
    </StepPage>
  );
}

function usePinForm(initial: string, onDone: (pin: string) => void) {
  const spoken = words().pin;
  const say: Record<PinFault, string> = {
    invalid: spoken.invalid,
    obvious: spoken.obvious,
    "missing-again": spoken.missingAgain,
    different: spoken.different,
  };
  return useForm({
    initial: { pin: initial, again: initial },
    check: ({ pin, again }) => {
      const faults = pinFaults(pin, again);
      return {
        ...(faults.pin && { pin: say[faults.pin] }),
        ...(faults.again && { again: say[faults.again] }),
      };
    },
    onSubmit: ({ pin }) => onDone(pin),
  });
}
