import type { OpenForm } from "@fieldfare/forms";
import { strings } from "../strings.ts";
import styles from "./filling.module.css";
import { useModel } from "./model.ts";

/** How far one is in the form. How much is answered is not counted: it would mean to look at every question. */
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
