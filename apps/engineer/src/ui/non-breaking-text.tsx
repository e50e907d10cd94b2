import { Fragment } from "react";
import styles from "./non-breaking-text.module.css";

/** A text whose references, such as WO-2211/C1, are not broken. By default a browser breaks them at the hyphen. */
export function NonBreakingText({ children }: { children: string }) {
  return children.split(/(\s+)/).map((word, index) => (
    // The words of a text have no ids, and their order does not change.
    <Fragment key={index}>
      {isReference(word) ? <span className={styles.unbroken}>{word}</span> : word}
    </Fragment>
  ));
}

function isReference(word: string): boolean {
  return word.includes("-") && /\d/.test(word);
}
