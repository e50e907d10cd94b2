import type { ReactNode, Ref } from "react";
import styles from "./button.module.css";
import { classes } from "./classes.ts";
import type { ScreenAddress, PlainPath } from "./screen-address.ts";
import { Icon, type IconName } from "./icon.tsx";
import { AppLink } from "./link.tsx";
import { useSingleFlight } from "./single-flight.ts";

/** `main` is the one action of the footer; `header` is an icon in the header. */
type ButtonKind = "main" | "secondary" | "plain" | "danger" | "header";

interface ButtonAppearance {
  readonly kind?: ButtonKind;
  readonly icon?: IconName;
  /** Full width; a `main` button always has it. */
  readonly wide?: boolean;
  /** The name for screen readers when the button shows only an icon. */
  readonly label?: string;
  readonly children?: ReactNode;
}

export interface ButtonProps extends ButtonAppearance {
  readonly type?: "button" | "submit";
  /** Id of the form that this button submits from outside of it. */
  readonly form?: string;
  /** Taps are ignored while the returned promise is pending. */
  readonly onClick?: () => unknown;
  readonly disabled?: boolean;
  /** The text while the work runs. Taps are ignored until it ends. */
  readonly busy?: string | false | undefined;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that ignores taps while it is busy, or while the promise of the last tap is pending. */
export function Button(props: ButtonProps) {
  const { kind = "secondary", type = "button", busy, children, onClick } = props;
  const { run } = useSingleFlight();
  return (
    <button
      ref={props.ref}
      type={type}
      form={props.form}
      className={buttonClass(kind, props.wide)}
      disabled={props.disabled}
      aria-disabled={busy ? true : undefined}
      aria-label={props.label}
      autoFocus={props.autoFocus}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else if (onClick) run(onClick);
      }}
    >
      {props.icon && <Icon name={props.icon} />}
      {busy || children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink(
  props: ButtonAppearance & {
    readonly to: ScreenAddress;
    readonly replace?: boolean;
    readonly returnTo?: PlainPath;
  },
) {
  return (
    <AppLink
      to={props.to}
      replace={props.replace}
      returnTo={props.returnTo}
      className={buttonClass(props.kind ?? "secondary", props.wide)}
      label={props.label}
    >
      {props.icon && <Icon name={props.icon} />}
      {props.children}
    </AppLink>
  );
}

function buttonClass(kind: ButtonKind, wide: boolean | undefined): string {
  return classes(styles.button, styles[kind], wide && styles.wide);
}
