import type { JobCard } from "@fieldfare/device";
import type { JobGroup } from "@fieldfare/domain";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { JobCardButton } from "./job-card.tsx";
import styles from "./job-list.module.css";
import { words } from "./words.ts";

const groupOrder = ["current", "on-hold", "scheduled", "closed"] as const satisfies JobGroup[];

type Row =
  | { readonly key: string; readonly group: JobGroup; readonly count: number }
  | { readonly key: string; readonly card: JobCard };

/** Where the list stood when a job was opened, to come back to. */
let placeLeft: number | null = null;

/** Groups with their counts. Only what is near the screen is drawn. */
export function JobList(props: { cards: readonly JobCard[]; onOpen: (card: JobCard) => void }) {
  const { cards, onOpen } = props;
  const rows = useMemo(() => rowsOf(cards), [cards]);
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (isHeading(rows[index]) ? 48 : 196),
    getItemKey: (index) => rows[index]?.key ?? index,
    initialRect: { width: innerWidth, height: innerHeight },
    initialOffset: () => placeLeft ?? scrollY,
    overscan: 4,
    scrollMargin: top,
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    setTop(frame.current?.offsetTop ?? 0);
    if (placeLeft !== null) scrollTo(0, placeLeft);
    placeLeft = null;
  }, []);
  const open = useCallback(
    (card: JobCard) => {
      placeLeft = scrollY;
      onOpen(card);
    },
    [onOpen],
  );
  const drawn = virtualizer.getVirtualItems();
  return (
    <div ref={frame} className={styles.frame} style={{ height: virtualizer.getTotalSize() }}>
      <div
        className={styles.window}
        style={{ transform: `translateY(${(drawn[0]?.start ?? top) - top}px)` }}
      >
        {drawn.map(({ index, key }) => {
          const row = rows[index];
          return (
            row && (
              <div key={key} data-index={index} ref={virtualizer.measureElement}>
                {isHeading(row) ? (
                  <h2 className={styles.group}>
                    {words().groups[row.group]} <span className={styles.count}>{row.count}</span>
                  </h2>
                ) : (
                  <JobCardButton card={row.card} onOpen={open} />
                )}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function rowsOf(cards: readonly JobCard[]): readonly Row[] {
  return groupOrder.flatMap((group): Row[] => {
    const members = cards.filter((card) => card.group === group);
    if (members.length === 0) return [];
    return [
      { key: group, group, count: members.length },
      ...members.map((card) => ({ key: card.jobId, card })),
    ];
  });
}

function isHeading(row: Row | undefined): row is Extract<Row, { group: JobGroup }> {
  return row !== undefined && "group" in row;
}
