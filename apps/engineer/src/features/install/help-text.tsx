import { findBrowserKind } from "../../phone/browser-kind.ts";
import type { HelpTopic } from "./error-codes.ts";
import styles from "./help-screen.module.css";
import { strings } from "./strings.ts";

/** What the help says of a topic, with the steps of this browser. */
export function HelpText({ topic }: { topic: HelpTopic }) {
  const browser = findBrowserKind();
  const lines = strings().help.topics[topic].text.map((line) =>
    typeof line === "string" ? line : line[browser],
  );
  return (
    <div className={styles.text}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
