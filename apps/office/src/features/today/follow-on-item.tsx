import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatDay } from "../../ui/dates.ts";
import { strings } from "./strings.ts";
import styles from "./today-screen.module.css";

interface FollowOnItemProps {
  readonly count: number;
  /** There are more than these. */
  readonly hasMore: boolean;
  /** The first day of the visits that are counted. */
  readonly from: string;
}

/** That closed visits ask for another one for which no job is raised, with the list of them. */
export function FollowOnItem({ count, hasMore, from }: FollowOnItemProps) {
  return (
    <li className={styles.item} data-tone="warn">
      <strong>{strings.followOn(count, hasMore)}</strong>{" "}
      <span className={styles.small}>{strings.followOnSince(formatDay(from))}</span>
      <div>{strings.followOnNote}</div>
      <div className={styles.actions}>
        <AnchorLink to="/jobs" search={{ outcome: "follow-on", from }} preload={false}>
          {strings.showFollowOn}
        </AnchorLink>
      </div>
    </li>
  );
}
