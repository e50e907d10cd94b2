import {
  customerSignature,
  mostCustomerName,
  type SignatureAnswers,
  signatureFaults,
} from "@fieldfare/domain";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Switch, TextField } from "../../../ui/field.tsx";
import type { FormOf } from "../../../ui/form.tsx";
import { SignaturePad } from "../../../ui/signature-pad.tsx";
import styles from "./signature-step.module.css";
import { type Closing, formStep } from "./step.tsx";
import { words } from "./words.ts";

/** What the close message may carry. */
const picture = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/;

export const signatureStep = formStep<"signature">({
  title: () => words().signature.title,
  parse: (kept) => ({
    customerName: kept.text("customerName"),
    optOut: kept.flag("optOut"),
    signature: picture.test(kept.text("signature")) ? kept.text("signature") : null,
  }),
  check: (answers) => {
    const spoken = words().signature;
    const { customerName, signature } = signatureFaults(answers);
    const said = {
      "customer-name-missing": spoken.nameMissing,
      "customer-name-too-long": spoken.nameTooLong,
    };
    return {
      ...(customerName && { customerName: said[customerName] }),
      ...(signature && { signature: spoken.signatureMissing }),
    };
  },
  Fields: SignatureFields,
});

function SignatureFields({ form, closing }: { form: FormOf<SignatureAnswers>; closing: Closing }) {
  const spoken = words().signature;
  const customer = customerSignature(closing.job.customForms);
  const isTakenOver =
    form.values.signature !== null && form.values.signature === customer?.signature;
  const name = form.field("customerName");
  return (
    <>
      <TextField
        label={spoken.name}
        maxLength={mostCustomerName}
        tooLong={spoken.nameTooLong}
        autoComplete="off"
        {...name}
        onChange={(typed) => {
          name.onChange(typed);
          // Another name is another person, who has not signed.
          if (isTakenOver && typed.trim() !== customer?.name) form.set("signature", null);
        }}
      />
      {isTakenOver && !form.values.optOut && <p>{spoken.takenOver}</p>}
      <Switch label={spoken.optOut} {...form.field("optOut")} />
      {!form.values.optOut && <Signature key={String(isTakenOver)} form={form} />}
    </>
  );
}

/** A signature that was given before is shown as it was; the pad itself starts empty. */
function Signature({ form }: { form: FormOf<SignatureAnswers> }) {
  const spoken = words().signature;
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
