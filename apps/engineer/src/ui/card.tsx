import type { ReactNode } from "react";
import styles from "./card.module.css";
import { classes } from "./classes.ts";

/** A box of content. `current` marks the item that the engineer is working on. */
export function Card(props: {
  title?: string | undefined;
  current?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={classes(styles.card, styles.stack, props.current && styles.current)}>
      {props.title && <h2 className={styles.title}>{props.title}</h2>}
      {props.children}
    </section>
  );
}

/** A column of elements with even spacing, without a box. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
