import { SignaturePad } from "../../../../ui/signature-pad.tsx";
import { Facts } from "../../../../ui/facts.tsx";
import type { QuestionSignaturePadModel } from "survey-core";
import { words } from "../words.ts";
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
