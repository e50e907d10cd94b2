import { useLayoutEffect, useRef, useState } from "react";
import { isolateText } from "@fieldfare/domain";
import {
  type AbsenceAlertRow,
  type AccountAlertRow,
  type AlertRow,
  confirmAlert,
  isJobAlert,
  isSignInNeeded,
  type JobAlertRow,
  markAlertsRead,
  readUnreadAlerts,
} from "@fieldfare/device";
import { alertsHeightVariable, storeAlertsHeight } from "../../phone/alerts-height.ts";
import { useDevice, useLive, useSession } from "../../phone/device.tsx";
import { summariseJobChanges } from "../../phone/job-changes.tsx";
import { toastRefusal } from "../../phone/refusals.ts";
import { useRemovalWhileSaving } from "../../phone/while-saving.ts";
import { formatMoment } from "../../phone/times.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { NonBreakingText } from "../../ui/non-breaking-text.tsx";
import { usePadShown } from "../../ui/toast.tsx";
import { describeDecision } from "./absence-text.ts";
import { AlertText, titleAlert } from "./alert-text.tsx";
import { SignInNotice } from "./sign-in-notice.tsx";
import { strings } from "./strings.ts";
import styles from "./alerts.module.css";
import { UnsavedText } from "./unsaved-text.tsx";

/**
 * Shows below the header of every screen that a sign-in is needed, or else the newest unread alert. An alert names the home of another
 * tenant, so it is invisible while a customer may be signing. Its space stays.
 */
export function UnreadAlerts() {
  const device = useDevice();
  const alerts = useLive(async () => (await readUnreadAlerts(device)).alerts, [device]);
  const { settings } = useSession();
  const isNeeded = useLive(() => isSignInNeeded(device), [device]);
  const section = useRef<HTMLElement>(null);
  const isRead = alerts !== undefined && isNeeded !== undefined;
  useLayoutEffect(
    () => (isRead && section.current ? keepAlertsHeight(section.current) : undefined),
    [isRead],
  );
  // A locked phone has a screen of its own for it.
  const isSignInMissing = isNeeded === true && settings?.enabled !== false;
  const newest = alerts?.at(-1);
  const isSigning = usePadShown();
  const count = alerts?.length ?? 0;
  const text = strings();
  return (
    <section ref={section} aria-label={text.region} aria-live="polite">
      {isSignInMissing && <SignInNotice hasAlerts={count > 0} />}
      {newest && !isSignInMissing && (
        <div className={classes(styles.strip, isSigning && styles.invisible)}>
          <Icon name="bell" />
          <Summary alert={newest} />
          {count > 1 ? (
            <ButtonLink to="/alerts">{text.seeAll(count)}</ButtonLink>
          ) : (
            <ReadButton key={newest.alertId} alert={newest} />
          )}
        </div>
      )}
    </section>
  );
}

/** Marks the alert as read. Where the strip does not say all of it, its text is shown first. */
function ReadButton({ alert }: { alert: AlertRow }) {
  const device = useDevice();
  const { isRemoving, remove } = useRemovalWhileSaving(alert);
  const [isOpen, setOpen] = useState(false);
  const text = strings();
  const read = async () => {
    const marked = await remove(() => markAlertsRead(device, [alert.alertId]));
    if (!marked.ok) toastRefusal(marked.refusal);
  };
  if (isSaidByStrip(alert))
    return (
      <Button busy={isRemoving && text.saving} onClick={read}>
        {text.read}
      </Button>
    );
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.read}</Button>
      {isOpen && (
        <Dialog
          title={titleAlert(alert)}
          onClose={() => setOpen(false)}
          actions={
            <Button kind="main" busy={isRemoving && text.saving} onClick={read}>
              {text.markRead}
            </Button>
          }
        >
          <AlertText alert={alert} />
        </Dialog>
      )}
    </>
  );
}

function isSaidByStrip(alert: AlertRow): boolean {
  return isJobAlert(alert) && alert.kind === "job-added" && alert.details === null;
}

function JobSummary({ alert }: { alert: JobAlertRow }) {
  const changed = summariseJobChanges(alert.changes);
  return (
    <p className={styles.text}>
      <strong>{strings().titleOf(alert)}:</strong>{" "}
      <NonBreakingText>{alert.formattedJobId}</NonBreakingText>
      <span className={styles.place} dir="auto">
        {changed && `${changed}. `}
        {isolateText(alert.address)}
      </span>
      {alert.kind === "removal-requested" && (
        <span className={styles.answer}>{strings().answer}</span>
      )}
    </p>
  );
}

function Summary({ alert }: { alert: AlertRow }) {
  if (isJobAlert(alert)) return <JobSummary alert={alert} />;
  return alert.kind === "absence" ? (
    <AbsenceSummary alert={alert} />
  ) : (
    <AccountSummary alert={alert} />
  );
}

function AbsenceSummary({ alert }: { alert: AbsenceAlertRow }) {
  return (
    <p className={styles.text}>
      <strong>{strings().absence}:</strong>
      <span className={styles.place}>{describeDecision(alert)}</span>
    </p>
  );
}

function AccountSummary({ alert }: { alert: AccountAlertRow }) {
  const text = strings();
  return (
    <p className={styles.text}>
      <strong>{text.account}:</strong>
      <span className={styles.place}>
        {text.describeNotice(alert, formatMoment(alert.happenedOn))}
      </span>
    </p>
  );
}

/**
 * Says on any screen that a job was removed, or ended without a text, until the engineer confirms it. It waits while a customer may be
 * signing.
 */
export function EndedJobNotice() {
  const device = useDevice();
  const alert = useLive(async () => (await readUnreadAlerts(device)).toConfirm, [device]);
  const isSigning = usePadShown();
  return alert && !isSigning ? <EndedJobDialog key={alert.alertId} alert={alert} /> : null;
}

function EndedJobDialog({ alert }: { alert: JobAlertRow }) {
  const device = useDevice();
  const { isRemoving, isGone, remove } = useRemovalWhileSaving(alert);
  const text = strings();
  const confirm = async () => {
    const confirmed = await remove(() => confirmAlert(device, alert.alertId));
    if (!confirmed.ok) toastRefusal(confirmed.refusal);
  };
  if (isGone) return null;
  const isUnsaved = alert.unsaved.length > 0;
  return (
    <Dialog
      title={text.ended(alert)}
      actions={
        <Button kind="main" busy={isRemoving && text.saving} onClick={confirm}>
          {text.confirm}
        </Button>
      }
    >
      <p>{text.describe(alert)}</p>
      <p dir="auto">{alert.address}</p>
      <UnsavedText alert={alert} />
      <p>{isUnsaved ? text.unsavedLater : text.nothingUnsaved}</p>
    </Dialog>
  );
}

/** Takes back the reserved space, in which the alerts are now, and stores their height until the returned function is called. */
function keepAlertsHeight(alerts: HTMLElement): () => void {
  document.documentElement.style.removeProperty(alertsHeightVariable);
  const observer = new ResizeObserver(() => storeAlertsHeight(alerts.offsetHeight));
  observer.observe(alerts);
  return () => observer.disconnect();
}
