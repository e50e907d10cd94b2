import type { FormFinding } from "@fieldfare/forms";
import { words } from "../words.ts";
import styles from "./filling.module.css";

const mostShown = 5;

/** What does not hold, each leading to its question. */
export function FindingList(props: {
  findings: readonly FormFinding[];
  onOpen?: (finding: FormFinding) => void;
}) {
  const { findings, onOpen } = props;
  const rest = findings.length - mostShown;
  return (
    <ul className={styles.findings}>
      {findings.slice(0, mostShown).map((finding) => {
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
      {rest > 0 && <li>{words().more(rest)}</li>}
    </ul>
  );
}
