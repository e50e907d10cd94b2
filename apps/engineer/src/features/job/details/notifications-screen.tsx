import { Card } from "../../../ui/card.tsx";
import { formatDateTime } from "../../../phone/times.ts";
import { EmptyState } from "../../../ui/banner.tsx";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { SeverityMark } from "../severity-mark.tsx";
import { strings } from "../strings.ts";
import styles from "./notifications-screen.module.css";

/** The property's notifications, the most severe first. */
export function NotificationsScreen({ job }: JobScreen) {
  const { hub, notifications: text } = strings();
  const notifications = job.property.notifications.toSorted((a, b) => b.severity - a.severity);
  return (
    <JobPage job={job} title={hub.sections.Notifications}>
      {notifications.length === 0 && <EmptyState icon="bell" title={text.empty} />}
      {notifications.map((notification) => (
        <Card key={notification.propertyNotificationId}>
          <div className={styles.head}>
            <h2 className={styles.code}>{notification.code}</h2>
            <SeverityMark severity={notification.severity} />
          </div>
          <p>{notification.description}</p>
          {notification.confirmedReadTimestamp && (
            <p className={styles.confirmed}>
              {text.confirmed(formatDateTime(notification.confirmedReadTimestamp))}
            </p>
          )}
        </Card>
      ))}
    </JobPage>
  );
}
