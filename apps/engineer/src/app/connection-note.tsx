import { useConnection } from "../phone/connection.ts";
import { strings } from "../phone/strings.ts";
import styles from "./sync-indicator.module.css";

/** A line below every header while the server cannot be reached. */
export function ConnectionNote() {
  const connection = useConnection();
  if (connection === "online") return null;
  return <p className={styles.connection}>{strings()[connection]}</p>;
}
