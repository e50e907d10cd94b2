import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./way.module.css";

/** A call, a text or a mail: a link of the phone itself, which needs no server. */
export function Way(props: {
  icon: IconName;
  /** By `callLink`, `textLink` or `mailLink`. */
  href: string;
  /** Spoken: what it does and to whom. */
  label: string;
  text?: string;
}) {
  return (
    <a
      className={classes(styles.way, props.text === undefined && styles.iconOnly)}
      href={props.href}
      aria-label={props.label}
    >
      <Icon name={props.icon} />
      {props.text !== undefined && <span dir="auto">{props.text}</span>}
    </a>
  );
}

/** `digits`: as the domain's `dialled` answers them. */
export function callLink(digits: string): string {
  return `tel:${digits}`;
}

export function textLink(digits: string): string {
  return `sms:${digits}`;
}

export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll("%40", "@")}`;
}
