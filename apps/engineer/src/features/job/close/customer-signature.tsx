import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import { SignaturePad } from "../../../ui/signature-pad.tsx";
import { words } from "../words.ts";
import styles from "./customer-signature.module.css";
import { closeStep } from "./step.tsx";

interface Answers {
  readonly customerName: string;
  readonly optOut: boolean;
  /** PNG as a data URL. */
  readonly signature: string | null;
}

export const customerSignature = closeStep<Answers>({
  name: "customerSignature",
  title: () => words().close.signature.title,
  parse: (kept) => ({
    customerName: kept.text("customerName"),
    optOut: kept.flag("optOut"),
    signature: kept.text("signature").startsWith("data:image/") ? kept.text("signature") : null,
  }),
  check: ({ customerName, optOut, signature }) => {
    const spoken = words().close.signature;
    return {
      ...(customerName.trim() === "" && { customerName: spoken.nameMissing }),
      ...(!optOut && signature === null && { signature: spoken.signatureMissing }),
    };
  },
  answers: ({ customerName, optOut, signature }) => ({
    customerName,
    optOut,
    signature: optOut ? null : signature,
  }),
  Fields: SignatureFields,
});

function SignatureFields({ form }: { form: FormOf<Answers> }) {
  const spoken = words().close.signature;
  return (
    <>
      <TextField
        label={spoken.name}
        maxLength={200}
        autoComplete="off"
        {...form.field("customerName")}
      />
      <Switch label={spoken.optOut} {...form.field("optOut")} />
      {!form.values.optOut && <Signature form={form} />}
    </>
  );
}

/** A signature that was given before is shown as it was; the pad itself starts empty. */
function Signature({ form }: { form: FormOf<Answers> }) {
  const spoken = words().close.signature;
  const [kept, setKept] = useState(form.values.signature);
  if (kept === null)
    return (
      <SignaturePad
        label={spoken.pad}
        {...form.field("signature")}
        onChange={(signature) => form.set("signature", signature)}
      />
    );
  return (
    <div className={styles.kept}>
      <span className={styles.label}>{spoken.pad}</span>
      <img src={kept} alt={spoken.kept} />
      <Button
        icon="pencil"
        onClick={() => {
          setKept(null);
          form.set("signature", null);
        }}
      >
        {spoken.again}
      </Button>
    </div>
  );
}
