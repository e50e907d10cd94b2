import type { JobCard } from "@fieldfare/device";
import { lazy, memo, Suspense } from "react";
import { classes } from "../../ui/classes.ts";
import { formatDateTime } from "../../ui/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./job-card.module.css";
import { words } from "./words.ts";

/** Loaded for a job on hold alone: its reason is looked up in the lists of the office. */
const HoldReason = lazy(() =>
  import("../../device/hold-reason.tsx").then((module) => ({ default: module.HoldReason })),
);

function HoldLine({ hold }: { hold: NonNullable<JobCard["hold"]> }) {
  return (
    <span className={styles.detail} dir="auto">
      {words().onHold}:{" "}
      <Suspense>
        <HoldReason hold={hold} />
      </Suspense>
    </span>
  );
}

/** One job: time and address first, then what, then warnings. */
export const JobCardButton = memo(function JobCardButton(props: {
  card: JobCard;
  onOpen: (card: JobCard) => void;
}) {
  const { card, onOpen } = props;
  const spoken = words();
  return (
    <button
      type="button"
      className={classes(styles.card, styles[card.group])}
      onClick={() => onOpen(card)}
    >
      <span className={styles.head}>
        <span className={styles.time}>{formatDateTime(card.appointmentDateTime)}</span>
        {card.group !== "scheduled" && (
          <span className={styles.status}>{spoken.statuses[card.status]}</span>
        )}
      </span>
      {card.unreadAlert && !card.removalRequested && (
        <span className={classes(styles.flag, styles.unread)}>
          <Icon name="bell" size={20} />
          {spoken.unread[card.unreadAlert]}
        </span>
      )}
      <span className={styles.address}>{card.address}</span>
      <span>
        {card.categoryName} - {card.detailTypeName}
      </span>
      {card.jobPriority && (
        <span className={styles.detail}>
          {spoken.priority}: {card.jobPriority}
        </span>
      )}
      <span className={styles.detail}>
        {spoken.bookedFor}: {card.clientPreferredTimeName ?? spoken.none}
      </span>
      <span className={styles.detail}>
        {spoken.accessNotes}: {card.accessNotes?.trim() || spoken.none}
      </span>
      {card.call && (
        <span className={styles.detail} dir="auto">
          {spoken.phone}: {card.call.number} ({card.call.name})
        </span>
      )}
      {card.hold && <HoldLine hold={card.hold} />}
      {card.removalRequested && (
        <span className={classes(styles.flag, styles.removal)}>
          <Icon name="alert-triangle" size={20} />
          {spoken.removalRequested}
        </span>
      )}
      {(card.highestSeverity === 1 || card.highestSeverity === 2) && (
        <span className={classes(styles.flag, styles[`severity${card.highestSeverity}`])}>
          <Icon name={card.highestSeverity === 2 ? "alert-octagon" : "alert-triangle"} size={20} />
          {spoken.severity[card.highestSeverity]}
        </span>
      )}
      {card.earlierVisits && (
        <span className={classes(styles.flag, styles[flagOf[card.earlierVisits]])}>
          <Icon
            name={card.earlierVisits === "danger" ? "alert-octagon" : "alert-triangle"}
            size={20}
          />
          {spoken.earlierVisits[card.earlierVisits]}
        </span>
      )}
    </button>
  );
});

const flagOf = { danger: "severity2", "no-access": "severity1" } as const;
