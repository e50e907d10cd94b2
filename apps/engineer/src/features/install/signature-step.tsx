import { useForm } from "../../ui/form.tsx";
import { SignaturePad } from "../../ui/signature-pad.tsx";
import { StepPage } from "./step-page.tsx";
import { words } from "./words.ts";

export function SignatureStep(props: {
  initial: string | null;
  onBack: () => void;
  onDone: (signature: string) => void;
}) {
  const spoken = words().signature;
  const form = useForm<{ signature: string | null }>({
    initial: { signature: props.initial },
    check: ({ signature }) => (signature === null ? { signature: spoken.missing } : {}),
    onSubmit: ({ signature }) => props.onDone(signature ?? ""),
  });
  return (
    <StepPage step={2} of={3} title={spoken.title} form={form} onBack={props.onBack}>
      <SignaturePad label={spoken.label} {...form.field("signature")} />
    </StepPage>
  );
}
