import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./contact-link.module.css";

/** A call, a text or a mail: a link of the phone itself, which needs no server. */
export function ContactLink(props: {
  icon: IconName;
  /** By `callLink`, `textLink`, `mailLink` or `mapLink`. */
  href: string;
  /** Spoken: what it does and to whom. */
  label: string;
  text?: string;
  /** Leads out of the app, such as to a map. */
  leavesApp?: boolean;
}) {
  return (
    <a
      className={classes(styles.way, props.text === undefined && styles.iconOnly)}
      href={props.href}
      aria-label={props.label}
      {...(props.leavesApp && { target: "_blank", rel: "noopener noreferrer" })}
    >
      <Icon name={props.icon} />
      {props.text !== undefined && <span dir="auto">{props.text}</span>}
    </a>
  );
}

/** A link only: nothing is asked of the maps service until it is tapped. */
export function mapLink(place: { readonly latitude: number; readonly longitude: number }): string {
  const destination = encodeURIComponent(`${place.latitude},${place.longitude}`);
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
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
