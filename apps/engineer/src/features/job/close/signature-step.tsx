import {
  customerSignature,
  maxCustomerName,
  type SignatureAnswers,
  validateSignature,
} from "@fieldfare/domain";
import { useState } from "react";
import { Switch, TextField } from "../../../ui/field.tsx";
import type { FormState } from "../../../ui/form.tsx";
import { SignatureImage } from "../../../ui/signature-image.tsx";
import { SignaturePad } from "../../../ui/signature-pad.tsx";
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
  const typedName = form.values.customerName?.trim() ?? "";
  const given = form.values.signature ?? form.values.unfinished ?? null;
  const [signer, setSigner] = useState(given === null ? "" : typedName);
  const [isRemoved, setRemoved] = useState(false);
  // Each signature that is removed makes another, empty pad. While somebody signs it stays the same.
  const [removals, setRemovals] = useState(0);
  const draw = (signature: string | null) => {
    setSigner(signature === null ? "" : typedName);
    setRemoved(false);
    // Each is stored at once: in this order a drawing is never stored as a whole signature.
    if (signature !== null) form.set("unfinished", signature);
    form.set("signature", signature);
    if (signature === null) form.set("unfinished", null);
  };
  const takeUnfinished = (signature: string) => {
    setSigner(typedName);
    form.set("signature", signature);
    form.set("unfinished", null);
  };
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
          const signedBy = isTakenOver ? customer?.name : signer;
          if (given === null || signedBy === "" || typed.trim() === signedBy) return;
          setRemoved(true);
          setRemovals(removals + 1);
          form.set("signature", null);
          form.set("unfinished", null);
        }}
      />
      <Switch label={text.optOut} {...form.field("optOut")} />
      {!form.values.optOut && (
        <Signature
          key={`${isTakenOver} ${removals}`}
          form={form}
          isTakenOver={isTakenOver}
          isRemoved={isRemoved}
          onDraw={draw}
          onUse={takeUnfinished}
        />
      )}
    </>
  );
}

/** Shows a signature that was given before as an image, because the pad itself always starts empty. */
function Signature(props: {
  form: FormState<SignatureAnswers>;
  isTakenOver: boolean;
  /** The name was changed after the signature had been drawn. */
  isRemoved: boolean;
  onDraw: (signature: string | null) => void;
  onUse: (unfinished: string) => void;
}) {
  const { form, isTakenOver, isRemoved, onDraw, onUse } = props;
  const label = strings().signature.pad;
  const field = form.field("signature");
  const [saved, setSaved] = useState(form.values.signature);
  const { signature, unfinished } = form.values;
  if (signature === null && unfinished)
    return (
      <SignatureImage
        {...field}
        label={label}
        url={unfinished}
        onUse={() => {
          setSaved(unfinished);
          onUse(unfinished);
        }}
        onSignAgain={() => form.set("unfinished", null)}
      />
    );
  if (saved === null)
    return (
      <SignaturePad
        label={label}
        {...field}
        error={isRemoved ? strings().signature.removed : field.error}
        onChange={onDraw}
      />
    );
  return (
    <SignatureImage
      {...field}
      label={label}
      url={saved}
      isTakenOver={isTakenOver}
      onSignAgain={() => {
        setSaved(null);
        onDraw(null);
      }}
    />
  );
}
