import type { ReactNode } from "react";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./accordion.module.css";

/** A collapsible part of the page, open at first. */
export function Accordion(props: { title: string; count: number; children: ReactNode }) {
  return (
    <details className={styles.accordion} open>
      <summary className={styles.summary}>
        <h2 className={styles.title}>{props.title}</h2>
        <span className={styles.count}>{props.count}</span>
        <span className={styles.arrow}>
          <Icon name="chevron-right" />
        </span>
      </summary>
      <div className={styles.content}>{props.children}</div>
    </details>
  );
}
