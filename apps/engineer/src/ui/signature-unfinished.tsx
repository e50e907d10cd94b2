import { Button } from "./button.tsx";
import { FieldGroup } from "./field-group.tsx";
import styles from "./signature-pad.module.css";
import { strings } from "./signature-strings.ts";

/** A signature that was being drawn when the app ended: it is used only if the person says that it is whole. */
export function UnfinishedSignature(props: {
  name: string;
  label: string;
  /** A data URL. */
  url: string;
  error?: string | undefined;
  onUse: () => void;
  onSignAgain: () => void;
}) {
  const { name, label, url, error, onUse, onSignAgain } = props;
  const text = strings();
  return (
    <FieldGroup {...{ name, label, error }}>
      <img className={styles.image} src={url} alt={label} />
      <p>{text.unfinished}</p>
      <div className={styles.row}>
        <Button icon="check" onClick={onUse}>
          {text.use}
        </Button>
        <Button icon="pencil" onClick={onSignAgain}>
          {text.again}
        </Button>
      </div>
    </FieldGroup>
  );
}
