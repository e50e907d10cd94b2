import type { OpenForm } from "@fieldfare/forms";
import { strings } from "../strings.ts";
import styles from "./filling.module.css";
import { useModel } from "./model.ts";

/** Shows the page number. Answers are not counted, because that would evaluate every question. */
export function FormProgress({ open: { model } }: { open: OpenForm }) {
  useModel(model);
  const [page, pages] = [model.currentPageNo + 1, model.visiblePageCount];
  const position = strings().position(page, pages);
  return (
    <div className={styles.position}>
      <span aria-live="polite">{position}</span>
      <progress className={styles.bar} max={pages} value={page} aria-label={position} />
    </div>
  );
}
