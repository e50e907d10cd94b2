import { Button } from "@mantine/core";
import { decideAbsence } from "@fieldfare/contract/office";
import { spanOf } from "@fieldfare/domain";
import { useMay } from "../../server/account.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Pill } from "../../ui/pill.tsx";
import styles from "./absences-screen.module.css";
import type { Decision } from "./decision-dialog.tsx";
import { formatDays } from "./month.ts";
import type { Waiting } from "./queries.ts";
import { strings } from "./strings.ts";

interface WaitingCardProps {
  readonly waiting: Waiting;
  readonly onDecide: (decision: Decision) => void;
}

/** A request with everything that its decision depends on. */
export function WaitingCard({ waiting, onDecide }: WaitingCardProps) {
  const { absence, others, plannedJobs } = waiting;
  const may = useMay();
  const isCancel = absence.cancelStatus === 1;
  const [yes, no] = isCancel ? (["cancel", "keep"] as const) : (["approve", "reject"] as const);
  const { dateFrom, dateTo } = spanOf(absence.days);
  return (
    <li className={styles.card}>
      <div>
        <strong>{absence.operativeName}</strong> {isCancel && <>{strings.cancels} </>}
        <Pill tone={isCancel ? "warn" : "neutral"}>{strings.type[absence.type]}</Pill>
      </div>
      <div>
        {formatDays(absence.days)}, {strings.days(absence.dayCount)}
      </div>
      <Balance waiting={waiting} />
      {absence.comment !== null && <div>{strings.comment(absence.comment)}</div>}
      {isCancel && (
        <div>
          {absence.cancelComment === null
            ? strings.noReason
            : strings.reason(absence.cancelComment)}
        </div>
      )}
      {absence.overlaps.length > 0 && <div data-tone="warn">{strings.overlapsOwn}</div>}
      <div>
        {others.length === 0 ? strings.nobodyElse : `${strings.others(others.length)}:`}
        {others.length > 0 && (
          <ul className={styles.others}>
            {others.map(({ id, name, type, status, days }) => (
              <li key={id}>
                {name}, {strings.type[type]}, {status === 2 ? strings.approved : strings.pending},{" "}
                {formatDays(days)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        {plannedJobs === 0 ? strings.noJobs : strings.jobs(plannedJobs)}{" "}
        {plannedJobs > 0 && (
          <AnchorLink
            to="/jobs"
            search={{ engineer: absence.fieldOperativeId, from: dateFrom, to: dateTo }}
            preload={false}
            underline="always"
          >
            {strings.showJobs}
          </AnchorLink>
        )}
      </div>
      <div className={styles.small}>
        {(isCancel ? strings.absenceRequested : strings.requested)(
          formatMoment(absence.requestedOn),
        )}
      </div>
      {may(decideAbsence) && (
        <div className={styles.actions}>
          <Button size="xs" onClick={() => onDecide(yes)}>
            {isCancel ? strings.agreeToCancel : strings.approve}
          </Button>
          <Button size="xs" variant="default" onClick={() => onDecide(no)}>
            {isCancel ? strings.keepAbsence : strings.reject}
          </Button>
        </div>
      )}
    </li>
  );
}

/** What is left of the year's holiday, before and after. */
function Balance({ waiting: { absence, daysLeft } }: { readonly waiting: Waiting }) {
  if (absence.cancelStatus === 1) return null;
  if (absence.type === "unpaid") return <div>{strings.noAllowance}</div>;
  if (daysLeft === null) return null;
  const after = daysLeft - absence.dayCount;
  return (
    <div {...(after < 0 && { "data-tone": "warn" })}>
      {strings.left(Math.max(0, daysLeft), after)}
    </div>
  );
}
