import { isolateText } from "@fieldfare/domain";
import type { JobCard } from "@fieldfare/device";
import { lazy, memo, Suspense } from "react";
import { classes } from "../../ui/classes.ts";
import { formatDateTime } from "../../phone/times.ts";
import { Icon } from "../../ui/icon.tsx";
import { NonBreakingText } from "../../ui/non-breaking-text.tsx";
import styles from "./job-card.module.css";
import { strings } from "./strings.ts";

/** Loaded only for a job on hold, because the reason is looked up in the office's lists. */
const HoldReason = lazy(() =>
  import("../../phone/hold-reason.tsx").then((module) => ({ default: module.HoldReason })),
);

function HoldLine({ hold }: { hold: NonNullable<JobCard["hold"]> }) {
  return (
    <span className={styles.detail} dir="auto">
      {strings().onHold}:{" "}
      <Suspense>
        <HoldReason hold={hold} />
      </Suspense>
    </span>
  );
}

/** One job: appointment and address first, then the work, then warnings. */
export const JobCardButton = memo(function JobCardButton(props: {
  card: JobCard;
  onOpen: (card: JobCard) => void;
}) {
  const { card, onOpen } = props;
  const text = strings();
  return (
    <button
      type="button"
      className={classes(styles.card, styles[card.group])}
      onClick={() => onOpen(card)}
    >
      <span className={styles.head}>
        <span className={styles.time}>{formatDateTime(card.appointmentDateTime)}</span>
        {card.group !== "scheduled" && (
          <span className={styles.status}>{text.statuses[card.status]}</span>
        )}
      </span>
      {card.unreadAlert && !card.removalRequested && (
        <span className={classes(styles.flag, styles.unread)}>
          <Icon name="bell" size={20} />
          {text.unread[card.unreadAlert]}
        </span>
      )}
      {card.hasUnreadComment && (
        <span className={classes(styles.flag, styles.unread)}>
          <Icon name="message" size={20} />
          {text.comment}
        </span>
      )}
      <span className={styles.address} dir="auto">
        {card.address}
      </span>
      <span>
        {card.categoryName} - {card.detailTypeName}
      </span>
      <span className={styles.detail}>
        <NonBreakingText>{text.number(card.formattedJobId)}</NonBreakingText>
      </span>
      {card.jobPriority && (
        <span className={styles.detail}>
          {text.priority}: {card.jobPriority}
        </span>
      )}
      <span className={styles.detail}>
        {text.bookedFor}: {card.clientPreferredTimeName ?? text.none}
      </span>
      <span className={styles.detail}>
        {text.accessNotes}: {isolateText(card.accessNotes?.trim() || text.none)}
      </span>
      {card.call && (
        <span className={styles.detail} dir="auto">
          {text.phone}: {card.call.number} ({isolateText(card.call.name)})
        </span>
      )}
      {card.hold && <HoldLine hold={card.hold} />}
      {card.removalRequested && (
        <span className={classes(styles.flag, styles.removal)}>
          <Icon name="alert-triangle" size={20} />
          {text.removalRequested}
        </span>
      )}
      {(card.highestSeverity === 1 || card.highestSeverity === 2) && (
        <span className={classes(styles.flag, styles[`severity${card.highestSeverity}`])}>
          <Icon name={card.highestSeverity === 2 ? "alert-octagon" : "alert-triangle"} size={20} />
          {text.severity[card.highestSeverity]}
        </span>
      )}
      {card.earlierVisits && (
        <span className={classes(styles.flag, styles[flagClasses[card.earlierVisits]])}>
          <Icon
            name={card.earlierVisits === "danger" ? "alert-octagon" : "alert-triangle"}
            size={20}
          />
          {text.earlierVisits[card.earlierVisits]}
        </span>
      )}
    </button>
  );
});

const flagClasses = { danger: "severity2", "no-access": "severity1" } as const;
