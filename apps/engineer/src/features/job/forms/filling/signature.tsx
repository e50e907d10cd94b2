import type { FormPath, SignatureState } from "@fieldfare/forms";
import { SignatureImage } from "../../../../ui/signature-image.tsx";
import { SignaturePad } from "../../../../ui/signature-pad.tsx";
import { DescriptionList } from "../../../../ui/description-list.tsx";
import { strings } from "../strings.ts";
import { useFilling } from "./context.ts";
import styles from "./filling.module.css";
import type { QuestionProps } from "./question-props.ts";
import { useObservable } from "./use-observable.ts";

const imageDataUrl = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/;

/**
 * A signature as a data URL. One taken over from another form can be kept or drawn again, and so can one that was being drawn
 * when the screen closed. In a form that is only read, the drawing is shown as an image.
 */
export function SignatureQuestion({ question, ...field }: QuestionProps<SignatureState>) {
  const { path, value, unfinished } = question;
  const url = typeof value === "string" && imageDataUrl.test(value) ? value : null;
  const { session, signedElsewhere } = useFilling();
  const answer = (drawn: string | null) => session.answer(path, drawn);
  const onSignAgain = () => answer(null);
  if (!field.disabled && url !== null && url === signedElsewhere)
    return <SignatureImage {...field} {...{ url, onSignAgain }} isTakenOver />;
  if (!field.disabled && unfinished !== null && imageDataUrl.test(unfinished))
    return (
      <SignatureImage
        {...field}
        url={unfinished}
        onUse={() => answer(unfinished)}
        onSignAgain={onSignAgain}
      />
    );
  const draw = (drawn: string | null) => session.draw(path, drawn);
  if (!field.disabled) return <EditableSignature {...field} {...{ path, url }} onChange={draw} />;
  return url ? (
    <figure className={styles.question}>
      <figcaption className={styles.label}>{field.label}</figcaption>
      <img className={styles.signature} src={url} alt={field.label} />
    </figure>
  ) : (
    <DescriptionList items={[[field.label, strings().notAnswered]]} />
  );
}

/** The notice at the top of the page may be out of sight: what removed the customer's signature is said at its place too. */
function EditableSignature(
  props: Omit<QuestionProps, "question"> & {
    path: FormPath;
    url: string | null;
    onChange: (drawn: string | null) => void;
  },
) {
  const { path, url, error, ...field } = props;
  const { session } = useFilling();
  const { isSignatureRemoved } = useObservable(session);
  const isRemoved = isSignatureRemoved && url === null && session.isCustomerSignature(path);
  const text = strings().signature;
  return (
    <SignaturePad {...field} value={url} error={error ?? (isRemoved ? text.removed : undefined)} />
  );
}
