import type { FormState } from "@fieldfare/forms";
import { strings } from "../strings.ts";
import styles from "./filling.module.css";

/** Shows the page number. Answers are not counted, because that would evaluate every question. */
export function FormProgress({ form: { pageNumber, pageCount } }: { form: FormState }) {
  const position = strings().position(pageNumber, pageCount);
  return (
    <div className={styles.position}>
      <span aria-live="polite">{position}</span>
      <progress className={styles.bar} max={pageCount} value={pageNumber} aria-label={position} />
    </div>
  );
}
