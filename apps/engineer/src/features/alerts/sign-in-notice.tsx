import { useConnection } from "../../phone/connection.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./alerts.module.css";
import { strings } from "./strings.ts";

interface SignInNoticeProps {
  readonly hasAlerts: boolean;
}

/**
 * Is shown instead of the newest alert for as long as the server takes nothing more of this sign-in: the office has ended it with a
 * lock, for example. Until the next one no alert arrives, and those that are there are a tap away. Without a network
 * another sign-in would change nothing, so none is offered.
 */
export function SignInNotice({ hasAlerts }: SignInNoticeProps) {
  const isOnline = useConnection() === "online";
  const text = strings();
  return (
    <div className={styles.strip}>
      <Icon name="alert-triangle" />
      <p className={styles.text}>
        <strong>{isOnline ? text.signInEnded : text.signInLater}</strong>
        <span className={styles.place}>{text.signInToSend}</span>
      </p>
      {isOnline && <ButtonLink to="/signout">{text.signIn}</ButtonLink>}
      {hasAlerts && <ButtonLink to="/alerts">{text.title}</ButtonLink>}
    </div>
  );
}
