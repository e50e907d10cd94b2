import type { JobAlertRow } from "@fieldfare/device";
import styles from "./alerts.module.css";
import { strings } from "./strings.ts";

/** The text that was typed and not saved when the office removed the job. */
export function UnsavedText({ alert }: { alert: JobAlertRow }) {
  const text = strings();
  const { unsaved } = alert;
  if (unsaved.length === 0) return null;
  return (
    <>
      <p>{text.unsaved}</p>
      {unsaved.map((each, index) => (
        <p key={index} className={styles.unsaved} dir="auto">
          <strong>{each.name ?? text.thing(each.thing)}</strong>
          {"\n"}
          {each.text}
        </p>
      ))}
    </>
  );
}
