import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { InstallErrorCode } from "./error-codes.ts";
import type { PermissionAnswer, Permission } from "./permissions.ts";
import styles from "./permission-row.module.css";
import { strings } from "./strings.ts";

/** One permission: the reason, the button that requests it and the answer. */
export function PermissionRow(props: {
  name: string;
  label: string;
  why: string;
  button: string;
  value: PermissionAnswer;
  error: string | undefined;
  denied: InstallErrorCode;
  onRequest: () => Promise<Permission>;
  onChange: (answer: PermissionAnswer) => void;
  onHelp: (code: InstallErrorCode) => void;
}) {
  const { value } = props;
  const text = strings().permissions;
  const request = () => {
    props.onChange("requesting");
    void props.onRequest().then(props.onChange);
  };
  return (
    <div className={styles.row} data-field={props.name} tabIndex={-1}>
      <h3>{props.label}</h3>
      <p>{props.why}</p>
      <Button
        wide
        disabled={value === "granted" || value === "unsupported"}
        {...(value === "granted" && { icon: "check" as const })}
        onClick={request}
      >
        {props.button}
      </Button>
      {value !== null && (
        <p className={styles.answer} role="status">
          {value === "denied" && <Icon name="alert-triangle" />}
          {text.answer[value]}
        </p>
      )}
      {value === "denied" && (
        <Button kind="plain" onClick={() => props.onHelp(props.denied)}>
          {text.help(props.label)}
        </Button>
      )}
      <FieldError id={props.name} error={props.error} />
    </div>
  );
}
