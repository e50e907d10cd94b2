import { Button } from "../../../../ui/button.tsx";
import { SignaturePad } from "../../../../ui/signature-pad.tsx";
import { Facts } from "../../../../ui/facts.tsx";
import type { QuestionSignaturePadModel } from "survey-core";
import { words } from "../words.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import { answer } from "./model.ts";
import type { QuestionProps } from "./question-props.ts";

const picture = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/;

export function SignatureQuestion({
  question,
  ...field
}: QuestionProps<QuestionSignaturePadModel>) {
  const value: unknown = question.value;
  const url = typeof value === "string" && picture.test(value) ? value : null;
  const { signedElsewhere } = useFilling();
  if (!field.disabled && url !== null && url === signedElsewhere)
    return <TakenOver question={question} label={field.label} url={url} />;
  if (!field.disabled)
    return <SignaturePad {...field} value={url} onChange={(drawn) => answer(question, drawn)} />;
  return url ? (
    <figure className={styles.question}>
      <figcaption className={styles.label}>{field.label}</figcaption>
      <img className={styles.signature} src={url} alt={field.label} />
    </figure>
  ) : (
    <Facts facts={[[field.label, words().notAnswered]]} />
  );
}

/** The customer signs once: what was signed on another form is said to be so before it stands here. */
function TakenOver(props: { question: QuestionSignaturePadModel; label: string; url: string }) {
  const { question, label, url } = props;
  const spoken = words().signature;
  return (
    <div className={styles.question} role="group" aria-label={label} tabIndex={-1}>
      <span className={styles.label}>{label}</span>
      <p>{spoken.takenOver}</p>
      <img className={styles.signature} src={url} alt={label} />
      <Button icon="pencil" onClick={() => answer(question, null)}>
        {spoken.again}
      </Button>
    </div>
  );
}
