import { isWorkStoredHere } from "@fieldfare/device";
import { useConnection } from "../phone/connection.ts";
import { useDevice, useLive } from "../phone/device.tsx";
import { strings } from "../phone/strings.ts";
import styles from "./sync-indicator.module.css";

/** A line below every header while the server cannot be reached. */
export function ConnectionNote() {
  const connection = useConnection();
  return connection === "online" ? null : <Note connection={connection} />;
}

/** Says that work is saved only where it is: not on a phone that lost it, nor on a new one. */
function Note({ connection }: { connection: "offline" | "unreachable" }) {
  const device = useDevice();
  const isStored = useLive(() => isWorkStoredHere(device), [device]);
  const text = strings();
  // Drawn once: a second line would move the page again.
  if (isStored === undefined) return null;
  return (
    <p className={styles.connection}>
      {text[connection]}
      {isStored && ` ${text.workSaved}`}
    </p>
  );
}
