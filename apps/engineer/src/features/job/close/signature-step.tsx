import {
  customerSignature,
  maxCustomerName,
  type SignatureAnswers,
  validateSignature,
} from "@fieldfare/domain";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { SignaturePad } from "../../../ui/signature-pad.tsx";
import styles from "./signature-step.module.css";
import { type Closing, formStep } from "./step.tsx";
import { strings } from "./strings.ts";

export const signatureStep = formStep<"signature">({
  title: () => strings().signature.title,
  check: (answers) => {
    const text = strings().signature;
    const { customerName, signature } = validateSignature(answers);
    const texts = {
      "customer-name-missing": text.nameMissing,
      "customer-name-too-long": text.nameTooLong,
    };
    return {
      ...(customerName && { customerName: texts[customerName] }),
      ...(signature && { signature: text.signatureMissing }),
    };
  },
  Fields: SignatureFields,
});

function SignatureFields({
  form,
  closing,
}: {
  form: FormState<SignatureAnswers>;
  closing: Closing;
}) {
  const text = strings().signature;
  const customer = customerSignature(closing.job.customForms);
  const isTakenOver =
    form.values.signature !== null && form.values.signature === customer?.signature;
  const name = form.field("customerName");
  return (
    <>
      <TextField
        label={text.name}
        maxLength={maxCustomerName}
        tooLong={text.nameTooLong}
        autoComplete="off"
        {...name}
        onChange={(typed) => {
          name.onChange(typed);
          // A different name means a different person, who has not signed.
          if (isTakenOver && typed.trim() !== customer?.name) form.set("signature", null);
        }}
      />
      {isTakenOver && !form.values.optOut && <p>{text.takenOver}</p>}
      <Switch label={text.optOut} {...form.field("optOut")} />
      {!form.values.optOut && <Signature key={String(isTakenOver)} form={form} />}
    </>
  );
}

/** Shows a signature that was given before as an image, because the pad itself always starts empty. */
function Signature({ form }: { form: FormState<SignatureAnswers> }) {
  const text = strings().signature;
  const [saved, setSaved] = useState(form.values.signature);
  if (saved === null)
    return (
      <SignaturePad
        label={text.pad}
        {...form.field("signature")}
        onChange={(signature) => form.set("signature", signature)}
      />
    );
  return (
    <div className={styles.saved}>
      <span className={styles.label}>{text.pad}</span>
      <img src={saved} alt={text.savedSignature} />
      <Button
        icon="pencil"
        onClick={() => {
          setSaved(null);
          form.set("signature", null);
        }}
      >
        {text.again}
      </Button>
    </div>
  );
}
