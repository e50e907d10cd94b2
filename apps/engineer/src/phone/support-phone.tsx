import { useClientSettings } from "./client-settings.ts";
import styles from "./support-phone.module.css";
import { strings } from "./strings.ts";

/** The support phone number. Draws nothing while no number is configured. */
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
