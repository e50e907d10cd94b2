import type { Severity } from "@fieldfare/domain";
import { Icon, type IconName } from "../../ui/icon.tsx";
import styles from "./severity-mark.module.css";
import { strings } from "./strings.ts";

const icons: Record<Severity, IconName> = { 0: "check", 1: "alert-triangle", 2: "alert-octagon" };
const severityClasses: Record<Severity, string | undefined> = {
  0: styles.neutral,
  1: styles.warning,
  2: styles.danger,
};

/** The severity of a notification as an icon and a word. */
export function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <span className={`${styles.mark} ${severityClasses[severity]}`}>
      <Icon name={icons[severity]} size={20} />
      {strings().notifications.severities[severity]}
    </span>
  );
}
