import { isolateText } from "@fieldfare/domain";
import type { FormIssue } from "@fieldfare/forms";
import { useState } from "react";
import { strings } from "../strings.ts";
import styles from "./filling.module.css";

const maxShown = 5;

/** Lists issues. With `onOpen` each one links to its question. A long list is shortened and opens on a tap. */
export function IssueList(props: {
  issues: readonly FormIssue[];
  onOpen?: (issue: FormIssue) => void;
}) {
  const { issues, onOpen } = props;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? issues : issues.slice(0, maxShown);
  const hiddenCount = issues.length - shown.length;
  return (
    <ul className={styles.issues}>
      {shown.map((issue) => {
        const text = `${isolateText(issue.label)}: ${issue.message}`;
        return (
          <li key={`${issue.path} ${issue.message}`} dir="auto">
            {onOpen ? (
              <button type="button" className={styles.issue} onClick={() => onOpen(issue)}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        );
      })}
      {hiddenCount > 0 && (
        <li>
          <button type="button" className={styles.issue} onClick={() => setWhole(true)}>
            {strings().more(hiddenCount)}
          </button>
        </li>
      )}
    </ul>
  );
}
