import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./contact-link.module.css";

/** A link that opens the phone's own app to call, text, email or navigate. */
export function ContactLink(props: {
  icon: IconName;
  /** Made by `callLink`, `textLink`, `mailLink` or `routeLink`. */
  href: string;
  /** The name for screen readers: what the link does and whom it reaches. */
  label: string;
  text?: string;
  /** Opens outside of the app, such as a map. */
  leavesApp?: boolean;
}) {
  return (
    <a
      className={classes(styles.link, props.text === undefined && styles.iconOnly)}
      href={props.href}
      aria-label={props.label}
      {...(props.leavesApp && { target: "_blank", rel: "noopener noreferrer" })}
    >
      <Icon name={props.icon} />
      {props.text !== undefined && <span dir="auto">{props.text}</span>}
    </a>
  );
}

type Place =
  | { readonly latitude: number; readonly longitude: number }
  | { readonly address: string };

/** Makes a link to the route. The maps service is not called until the link is tapped. */
export function routeLink(place: Place): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${describePlace(place)}`;
}

/** Makes a link to the place on the map. */
export function mapLink(place: Place): string {
  return `https://www.google.com/maps/search/?api=1&query=${describePlace(place)}`;
}

function describePlace(place: Place): string {
  return encodeURIComponent(
    "address" in place ? place.address : `${place.latitude},${place.longitude}`,
  );
}

/** Returns the link that dials. `digits` are as the domain's `dialled` returns them. */
export function callLink(digits: string): string {
  return `tel:${digits}`;
}

/** The address that opens a text message to a telephone number of digits alone. */
export function textLink(digits: string): string {
  return `sms:${digits}`;
}

/** The address that opens an e-mail to somebody. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll("%40", "@")}`;
}
