import type { FormFinding } from "@fieldfare/forms";
import { useState } from "react";
import { words } from "../words.ts";
import styles from "./filling.module.css";

const maxShown = 5;

/** What does not hold, each leading to its question; the rest of a long list is a tap away. */
export function FindingList(props: {
  findings: readonly FormFinding[];
  onOpen?: (finding: FormFinding) => void;
}) {
  const { findings, onOpen } = props;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? findings : findings.slice(0, maxShown);
  const rest = findings.length - shown.length;
  return (
    <ul className={styles.findings}>
      {shown.map((finding) => {
        const text = `${finding.label}: ${finding.message}`;
        return (
          <li key={`${finding.path} ${finding.message}`} dir="auto">
            {onOpen ? (
              <button type="button" className={styles.finding} onClick={() => onOpen(finding)}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        );
      })}
      {rest > 0 && (
        <li>
          <button type="button" className={styles.finding} onClick={() => setWhole(true)}>
            {words().more(rest)}
          </button>
        </li>
      )}
    </ul>
  );
}
