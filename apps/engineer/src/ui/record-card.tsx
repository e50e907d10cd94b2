import type { ReactNode } from "react";
import { AppLink } from "./link.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./record-card.module.css";
import { NonBreakingText } from "./non-breaking-text.tsx";

/** One thing of a list. It leads to where it is changed; without `to` it can only be read. */
export function RecordCard(props: {
  to?: string | false | undefined;
  /** Where the screen that it leads to leads back to. */
  returnTo?: string | undefined;
  title: string;
  /** Beside the title: a state in a word or two. */
  mark?: string | false | null;
  children?: ReactNode;
}) {
  const { to, title, mark } = props;
  const content = (
    <>
      <span className={styles.head}>
        <strong className={styles.title} dir="auto">
          <NonBreakingText>{title}</NonBreakingText>
        </strong>
        <span className={styles.end}>
          {mark && <span className={styles.mark}>{mark}</span>}
          {to && <Icon name="chevron-right" />}
        </span>
      </span>
      {props.children}
    </>
  );
  if (!to) return <div className={styles.card}>{content}</div>;
  return (
    <AppLink to={to} returnTo={props.returnTo} className={classes(styles.card, styles.link)}>
      {content}
    </AppLink>
  );
}

/** A line below the title: names and values side by side. */
export function RecordLine({ children }: { children: ReactNode }) {
  return <span className={styles.line}>{children}</span>;
}

export function RecordGroup({ title, count }: { title: string; count: number }) {
  return (
    <h2 className={styles.group}>
      {title} <span className={styles.count}>{count}</span>
    </h2>
  );
}
