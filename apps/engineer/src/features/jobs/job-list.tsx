import type { JobCard } from "@fieldfare/device";
import type { JobGroup } from "@fieldfare/domain";
import { useMemo } from "react";
import { LongList } from "../../ui/long-list.tsx";
import { JobCardButton } from "./job-card.tsx";
import styles from "./job-list.module.css";
import { strings } from "./strings.ts";

const groupOrder = ["current", "on-hold", "scheduled", "closed"] as const satisfies JobGroup[];

type Row =
  | { readonly key: string; readonly group: JobGroup; readonly count: number }
  | { readonly key: string; readonly card: JobCard };

/** The jobs in groups with their counts. */
export function JobList(props: { cards: readonly JobCard[]; onOpen: (card: JobCard) => void }) {
  const { cards, onOpen } = props;
  const rows = useMemo(() => buildRows(cards), [cards]);
  return (
    <LongList
      name="jobs"
      rows={rows}
      getKey={(row) => row.key}
      estimate={(row) => ("group" in row ? 60 : 196)}
    >
      {(row) =>
        "group" in row ? (
          <h2 className={styles.group}>
            {strings().groups[row.group]} <span className={styles.count}>{row.count}</span>
          </h2>
        ) : (
          <JobCardButton card={row.card} onOpen={onOpen} />
        )
      }
    </LongList>
  );
}

function buildRows(cards: readonly JobCard[]): readonly Row[] {
  return groupOrder.flatMap((group): Row[] => {
    const members = cards.filter((card) => card.group === group);
    if (members.length === 0) return [];
    return [
      { key: group, group, count: members.length },
      ...members.map((card) => ({ key: card.jobId, card })),
    ];
  });
}
