import { useForm } from "../../ui/form.tsx";
import { SignaturePad } from "../../ui/signature-pad.tsx";
import { StepPage } from "./step-page.tsx";
import { strings } from "./strings.ts";

/**
 * Step 2 of the installation: the engineer draws the signature, a data URL. `onChange` gets it, so that it is still there
 * after a step back.
 */
export function SignatureStep(props: {
  initial: string | null;
  onChange: (signature: string | null) => void;
  onBack: () => void;
  onDone: (signature: string) => void;
}) {
  const text = strings().signature;
  const form = useForm<{ signature: string | null }>({
    initial: { signature: props.initial },
    check: ({ signature }) => (signature === null ? { signature: text.missing } : {}),
    onChange: ({ signature }) => props.onChange(signature),
    onSubmit: ({ signature }) => props.onDone(signature ?? ""),
  });
  return (
    <StepPage step={2} of={3} title={text.title} form={form} onBack={props.onBack}>
      <SignaturePad label={text.label} {...form.field("signature")} />
    </StepPage>
  );
}
