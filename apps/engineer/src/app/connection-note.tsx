import { useConnection } from "../device/connection.ts";
import { words } from "../device/words.ts";
import styles from "./sync-sign.module.css";

/** Below every header for as long as the server cannot be reached. */
export function ConnectionNote() {
  const connection = useConnection();
  if (connection === "online") return null;
  return <p className={styles.connection}>{words()[connection]}</p>;
}
