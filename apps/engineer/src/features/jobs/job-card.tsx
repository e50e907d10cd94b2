import type { JobCard } from "@fieldfare/device";
import { memo } from "react";
import { classes } from "../../ui/classes.ts";
import { formatDateTime } from "../../ui/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./job-card.module.css";
import { words } from "./words.ts";

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
      <span className={styles.address}>{card.address}</span>
      <span>
        {card.categoryName} - {card.detailTypeName}
      </span>
      <span className={styles.detail}>
        {spoken.bookedFor}: {card.clientPreferredTimeName ?? spoken.none}
      </span>
      <span className={styles.detail}>
        {spoken.accessNotes}: {card.accessNotes?.trim() || spoken.none}
      </span>
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
    </button>
  );
});
