import { PinField } from "../../ui/field.tsx";
import { useForm } from "../../ui/form.tsx";
import { type PinFault, pinFaults } from "./pin-rules.ts";
import { StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

export function PinStep(props: {
  initial: string;
  onBack: () => void;
  onDone: (pin: string) => void;
}) {
  const spoken = words().pin;
  const form = usePinForm(props.initial, props.onDone);
  return (
    <StepPage step={1} title={spoken.title} form={form} onBack={props.onBack}>
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
