import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./banner.module.css";
import { strings } from "./strings.ts";

export type Tone = "info" | "good" | "warn" | "danger";

const icons: Record<Tone, IconName> = {
  info: "info",
  good: "success",
  warn: "alert-triangle",
  danger: "alert-octagon",
};

/** A message within the page. `alert`: it is a result of the last action, and screen readers announce it. */
export function Banner(props: {
  tone: Tone;
  title?: string;
  alert?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={classes(styles.banner, styles[props.tone])}
      role={props.alert ? "alert" : undefined}
    >
      <Icon name={icons[props.tone]} />
      <div className={styles.text}>
        <VisuallyHidden>{strings().bannerKind[props.tone]}</VisuallyHidden>
        {props.title && <strong>{props.title}</strong>}
        {props.children}
      </div>
    </div>
  );
}

/** Says that there is nothing to show, and what to do next. */
export function EmptyState(props: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Icon name={props.icon} size={48} />
      <h2>{props.title}</h2>
      {props.children && <p>{props.children}</p>}
    </div>
  );
}
