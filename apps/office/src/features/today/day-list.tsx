import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatTime } from "../../ui/dates.ts";
import { Pill } from "../../ui/pill.tsx";
import { noteOf } from "./describe-engineer.ts";
import { lookOf } from "./describe-visit.ts";
import type { BoardRow, PlacedVisit } from "./layout.ts";
import type { MoveRequest } from "./move-dialog.tsx";
import { MoveButton } from "./move-button.tsx";
import { strings } from "./strings.ts";
import styles from "./today-screen.module.css";

interface DayListProps {
  readonly rows: readonly BoardRow[];
  readonly problems: ReadonlyMap<string, string>;
  readonly onMove: ((request: MoveRequest) => void) | null;
}

const headingHeight = 52;
const visitHeight = 40;

/** The same day as a list, for those who do not drag. Only what can be seen is drawn. */
export function DayList({ rows, problems, onMove }: DayListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => headingHeight + (rows[index]?.visits.length ?? 0) * visitHeight,
    getItemKey: (index) => rows[index]?.engineer.fieldOperativeId ?? index,
    overscan: 4,
  });
  return (
    <div
      ref={scroller}
      className={styles.board}
      role="region"
      aria-label={strings.list}
      // A list that scrolls can be reached with the keyboard.
      tabIndex={0}
    >
      <div className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (!row) return null;
          const { engineer } = row;
          const visits = row.visits.toSorted((one, other) => one.planned.from - other.planned.from);
          const note = noteOf(row);
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={styles.listRow}
              style={{ top: start }}
            >
              <h2 className={styles.listName}>
                <AnchorLink
                  to="/engineers/$fieldOperativeId"
                  params={{ fieldOperativeId: engineer.fieldOperativeId }}
                  preload={false}
                >
                  {engineer.name}
                </AnchorLink>{" "}
                {note.isWarning && <Pill tone="warn">{note.text}</Pill>}
              </h2>
              {visits.length === 0 && <div className={styles.small}>{strings.noVisits}</div>}
              {visits.map((visit) => (
                <VisitLine
                  key={visit.job.jobId}
                  visit={visit}
                  problems={problems.get(visit.job.jobId) ?? ""}
                  onMove={onMove}
                />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface VisitLineProps {
  readonly visit: PlacedVisit;
  readonly problems: string;
  readonly onMove: ((request: MoveRequest) => void) | null;
}

function VisitLine({ visit: { job }, problems, onMove }: VisitLineProps) {
  const { label, sign, tone, state } = lookOf(job);
  return (
    <div className={styles.visit}>
      <span>
        {formatTime(job.appointmentDateTime)}{" "}
        <AnchorLink
          to="/jobs/$jobId"
          params={{ jobId: job.jobId }}
          preload={false}
          underline="always"
        >
          {job.formattedJobId}
        </AnchorLink>
      </span>
      <span>
        <Pill tone={tone}>
          <span aria-hidden="true">{sign}</span> {label}
        </Pill>
      </span>
      <span>
        {job.detailTypeName}, {job.address}{" "}
        {job.removal && <Pill tone="warn">{strings.removal(job.removal.force)}</Pill>}{" "}
        {problems !== "" && <Pill tone="danger">{problems}</Pill>}
      </span>
      <span>{state !== "closed" && <MoveButton job={job} onMove={onMove} />}</span>
    </div>
  );
}
