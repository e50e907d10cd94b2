import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { InstallErrorCode } from "./error-codes.ts";
import type { Asked, Permission } from "./permissions.ts";
import styles from "./permission-row.module.css";
import { words } from "./words.ts";

/** One thing to allow: why, the button that asks, and what the answer was. */
export function PermissionRow(props: {
  name: string;
  label: string;
  why: string;
  button: string;
  value: Asked;
  error: string | undefined;
  denied: InstallErrorCode;
  onAsk: () => Promise<Permission>;
  onChange: (asked: Asked) => void;
  onHelp: (code: InstallErrorCode) => void;
}) {
  const { value } = props;
  const spoken = words().permissions;
  const ask = () => {
    props.onChange("asking");
    void props.onAsk().then(props.onChange);
  };
  return (
    <div className={styles.row} data-field={props.name} tabIndex={-1}>
      <h3>{props.label}</h3>
      <p>{props.why}</p>
      <Button
        wide
        disabled={value === "granted" || value === "unsupported"}
        {...(value === "granted" && { icon: "check" as const })}
        onClick={ask}
      >
        {props.button}
      </Button>
      {value !== null && (
        <p className={styles.answer} role="status">
          {value === "denied" && <Icon name="alert-triangle" />}
          {spoken.answer[value]}
        </p>
      )}
      {value === "denied" && (
        <Button kind="plain" onClick={() => props.onHelp(props.denied)}>
          {spoken.help(props.label)}
        </Button>
      )}
      <FieldError id={props.name} error={props.error} />
    </div>
  );
}
