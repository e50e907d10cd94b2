import { useClientSettings } from "./client-settings.ts";
import styles from "./support-phone.module.css";
import { strings } from "./strings.ts";

/** Whom to call, where the words before it say to. Nothing while no number is configured. */
export function SupportPhone() {
  const { supportPhone } = useClientSettings();
  if (supportPhone === null) return null;
  return (
    <p>
      {strings().support}{" "}
      <a className={styles.number} href={`tel:${supportPhone.replace(/[^+\d]/g, "")}`}>
        {supportPhone}
      </a>
    </p>
  );
}
