import {
  type AbsenceAlertRow,
  type AccountAlertRow,
  type AlertRow,
  isJobAlert,
  type JobAlertRow,
  markAlertsRead,
  readAlerts,
} from "@fieldfare/device";
import { useEffect, useRef } from "react";
import { useDevice, useLive } from "../../phone/device.tsx";
import { formatDateTime } from "../../phone/times.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { RecordCard, RecordLine } from "../../ui/record-card.tsx";
import { AlertText, titleAlert } from "./alert-text.tsx";
import { strings } from "./strings.ts";
import { UnsavedText } from "./unsaved-text.tsx";

/** Lists the office's recent changes, newest first. Opening the list marks its alerts as read. */
export function AlertsScreen() {
  const device = useDevice();
  const alerts = useLive(() => readAlerts(device), [device]);
  const unread = useUnreadHere(alerts);
  const text = strings();
  return (
    <Page title={text.title} back="/">
      {!alerts && <Skeleton />}
      {alerts?.length === 0 && (
        <EmptyState icon="bell" title={text.empty.title}>
          {text.empty.text}
        </EmptyState>
      )}
      {alerts && alerts.length > 0 && (
        <LongList
          name="alerts"
          rows={alerts}
          getKey={(alert) => alert.alertId}
          estimate={() => 150}
        >
          {(alert) =>
            isJobAlert(alert) ? (
              <AlertCard alert={alert} isUnread={unread.has(alert.alertId)} />
            ) : alert.kind === "absence" ? (
              <AbsenceCard alert={alert} isUnread={unread.has(alert.alertId)} />
            ) : (
              <AccountCard alert={alert} isUnread={unread.has(alert.alertId)} />
            )
          }
        </LongList>
      )}
    </Page>
  );
}

function AccountCard({ alert, isUnread }: { alert: AccountAlertRow; isUnread: boolean }) {
  const text = strings();
  return (
    <RecordCard title={titleAlert(alert)} mark={isUnread && text.unread}>
      <AlertText alert={alert} />
      <RecordLine>
        <span>{text.received(formatDateTime(alert.receivedOn))}</span>
      </RecordLine>
    </RecordCard>
  );
}

function AbsenceCard({ alert, isUnread }: { alert: AbsenceAlertRow; isUnread: boolean }) {
  const text = strings();
  return (
    <RecordCard
      to={
        alert.decision !== "cancellation-approved" && {
          to: "/absences/cancel/$absenceRequestId",
          params: { absenceRequestId: alert.absenceRequestId },
        }
      }
      title={titleAlert(alert)}
      mark={isUnread && text.unread}
    >
      <AlertText alert={alert} />
      <RecordLine>
        <span>{text.received(formatDateTime(alert.receivedOn))}</span>
      </RecordLine>
    </RecordCard>
  );
}

function AlertCard({ alert, isUnread }: { alert: JobAlertRow; isUnread: boolean }) {
  const text = strings();
  const isMoved = alert.changes?.some(({ fact }) => fact === "appointment") ?? false;
  const isRemoved =
    alert.kind === "job-removed" || alert.answer === "removed" || alert.answer === "removed-since";
  return (
    <RecordCard
      to={!isRemoved && { to: "/jobs/view/$jobId", params: { jobId: alert.jobId } }}
      title={titleAlert(alert)}
      mark={isUnread && text.unread}
    >
      <AlertText alert={alert} />
      <UnsavedText alert={alert} />
      <RecordLine>
        {!isMoved && <span>{text.appointment(formatDateTime(alert.appointmentDateTime))}</span>}
        <span>{text.received(formatDateTime(alert.receivedOn))}</span>
      </RecordLine>
    </RecordCard>
  );
}

/** Marks the listed alerts as read. Returns the ids that were unread when the screen opened or arrived since then. */
function useUnreadHere(alerts: readonly AlertRow[] | undefined): ReadonlySet<string> {
  const device = useDevice();
  const unread = useRef(new Set<string>());
  for (const alert of alerts ?? []) if (alert.readOn === null) unread.current.add(alert.alertId);
  useEffect(() => {
    const ids = (alerts ?? [])
      .filter(({ readOn, mustConfirm }) => readOn === null && !mustConfirm)
      .map(({ alertId }) => alertId);
    if (ids.length > 0) void markAlertsRead(device, ids);
  }, [device, alerts]);
  return unread.current;
}
