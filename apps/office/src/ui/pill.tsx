import type { ReactNode } from "react";
import styles from "./pill.module.css";

export type Tone = "neutral" | "good" | "warn" | "danger" | "current";

/** A state in a word. */
export function Pill({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.pill} data-tone={tone}>
      {children}
    </span>
  );
}
