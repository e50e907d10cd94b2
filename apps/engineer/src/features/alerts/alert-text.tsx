import {
  type AbsenceAlertRow,
  type AccountAlertRow,
  type AlertRow,
  isJobAlert,
  type JobAlertRow,
} from "@fieldfare/device";
import { JobChanges } from "../../phone/job-changes.tsx";
import { SupportPhone } from "../../phone/support-phone.tsx";
import { formatMoment } from "../../phone/times.ts";
import { describeDecision, describeReason } from "./absence-text.ts";
import styles from "./alerts.module.css";
import { strings } from "./strings.ts";

/** Returns the title of an alert, such as "Job changed: FF100234". */
export function titleAlert(alert: AlertRow): string {
  const text = strings();
  if (isJobAlert(alert)) return `${text.titleOf(alert)}: ${alert.formattedJobId}`;
  return alert.kind === "absence" ? text.absence : text.account;
}

/** All that an alert says below its title. */
export function AlertText({ alert }: { alert: AlertRow }) {
  if (isJobAlert(alert)) return <JobText alert={alert} />;
  return alert.kind === "absence" ? <AbsenceText alert={alert} /> : <AccountText alert={alert} />;
}

function JobText({ alert }: { alert: JobAlertRow }) {
  return (
    <>
      <span dir="auto">{alert.address}</span>
      <span className={styles.details} dir="auto">
        {alert.details ?? strings().describe(alert)}
      </span>
      <JobChanges changes={alert.changes} />
    </>
  );
}

function AbsenceText({ alert }: { alert: AbsenceAlertRow }) {
  return (
    <>
      <span>{describeDecision(alert)}</span>
      {alert.reason !== null && <span dir="auto">{describeReason(alert)}</span>}
    </>
  );
}

function AccountText({ alert }: { alert: AccountAlertRow }) {
  const text = strings();
  return (
    <>
      <span>{text.describeNotice(alert, formatMoment(alert.happenedOn))}</span>
      <span>{text.unexpected}</span>
      <SupportPhone />
    </>
  );
}
