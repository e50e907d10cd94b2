import { Button } from "./button.tsx";
import { FieldGroup } from "./field-group.tsx";
import styles from "./signature-pad.module.css";
import { strings } from "./signature-strings.ts";

/** A signature that was given before, as an image, which can be drawn again. */
export function SignatureImage(props: {
  name: string;
  label: string;
  /** A data URL. */
  url: string;
  error?: string | undefined;
  /** It was given on another form of the visit. */
  isTakenOver?: boolean;
  /** Given for a signature that was being drawn when the screen closed: it is used only if the person says that it is whole. */
  onUse?: () => void;
  onSignAgain: () => void;
}) {
  const { name, label, url, error, isTakenOver, onUse, onSignAgain } = props;
  const text = strings();
  return (
    <FieldGroup {...{ name, label, error }}>
      <img className={styles.image} src={url} alt={label} />
      {isTakenOver && <p>{text.takenOver}</p>}
      {onUse && <p>{text.unfinished}</p>}
      <div className={styles.row}>
        {onUse && (
          <Button icon="check" onClick={onUse}>
            {text.use}
          </Button>
        )}
        <Button icon="pencil" onClick={onSignAgain}>
          {text.again}
        </Button>
      </div>
    </FieldGroup>
  );
}
