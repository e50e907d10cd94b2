import type { ReactNode } from "react";
import { AppLink } from "./link.tsx";
import { classes } from "./classes.ts";
import type { ScreenAddress, PlainPath } from "./screen-address.ts";
import { Icon } from "./icon.tsx";
import styles from "./record-card.module.css";
import { NonBreakingText } from "./non-breaking-text.tsx";

/** One record of a list. It links to the screen that changes it; without `to` it can only be read. */
export function RecordCard(props: {
  to?: ScreenAddress | false | undefined;
  /** The screen that the linked screen goes back to. */
  returnTo?: PlainPath | undefined;
  title: string;
  /** A state in one or two words, next to the title. */
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

/** A line below the title, with names and values next to each other. */
export function RecordLine({ children }: { children: ReactNode }) {
  return <span className={styles.line}>{children}</span>;
}

/** A heading between the records of a list, with the number of records below it. */
export function RecordGroup({ title, count }: { title: string; count: number }) {
  return (
    <h2 className={styles.group}>
      {title} <span className={styles.count}>{count}</span>
    </h2>
  );
}
