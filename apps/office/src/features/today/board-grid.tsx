import { VisuallyHidden } from "@mantine/core";
import { isAbsent, londonDay, type TimeSpan } from "@fieldfare/domain";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  memo,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatTime } from "../../ui/dates.ts";
import { useRem } from "../../ui/rem.ts";
import { readDragged } from "./dragging.ts";
import { noteOf } from "./describe-engineer.ts";
import { type BoardRow, hoursOf, labelledHours, momentAt, percentOf } from "./layout.ts";
import type { MoveRequest } from "./move-dialog.tsx";
import { strings } from "./strings.ts";
import styles from "./today-screen.module.css";
import { laneHeight, VisitBar } from "./visit-bar.tsx";

interface BoardGridProps {
  readonly rows: readonly BoardRow[];
  readonly scale: TimeSpan;
  readonly now: number;
  readonly problems: ReadonlyMap<string, string>;
  /** Null: the user may not move jobs. */
  readonly onMove: ((request: MoveRequest) => void) | null;
}

/** In rem. */
const headHeight = 2;
const hourMs = 3_600_000;
/** How many rows are drawn above and below those that can be seen. */
const rowsBeyond = 6;

/** The engineers by time of day. Only the rows that can be seen are drawn. */
export function BoardGrid({ rows, scale, now, problems, onMove }: BoardGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // What can be seen is drawn first.
  const overscan = useDeferredValue(rowsBeyond, 0);
  const rem = useRem();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.lanes ?? 1) * laneHeight * rem + 1,
    getItemKey: (index) => rows[index]?.engineer.fieldOperativeId ?? index,
    overscan,
    scrollPaddingStart: headHeight * rem,
  });
  const firstBusy = rows.findIndex(({ visits }) => visits.length > 0);
  const width: CSSProperties & Record<"--hours", number> = { "--hours": hoursOf(scale).length };
  const isNowShown = now >= scale.from && now <= scale.to;
  const isToday = londonDay(new Date(scale.from)) === londonDay(new Date(now));
  const isNowBeyond = isToday && !isNowShown;
  const hours = useRef<HTMLDivElement>(null);
  const shownDay = useRef<string | null>(null);
  const { from, to } = scale;
  // A board that is wider than the window opens at the hour before now. Later it stays where the user has left it.
  useLayoutEffect(() => {
    const day = londonDay(new Date(from));
    if (day === shownDay.current) return;
    shownDay.current = day;
    if (now < from || now > to) return;
    const start = percentOf({ from, to }, now - hourMs) / 100;
    scroller.current?.scrollTo({ left: start * (hours.current?.clientWidth ?? 0) });
  }, [now, from, to]);

  const goTo = (index: number, side: "first" | "last" | number) => {
    virtualizer.scrollToIndex(index);
    // The row is drawn in the next frame.
    requestAnimationFrame(() => {
      const bars = [
        ...(scroller.current?.querySelectorAll<HTMLElement>(`[data-row="${index}"] [data-visit]`) ??
          []),
      ];
      const nearest = (target: number) =>
        bars.toSorted(
          (one, other) => Math.abs(one.offsetLeft - target) - Math.abs(other.offsetLeft - target),
        )[0];
      const bar = side === "first" ? bars[0] : side === "last" ? bars.at(-1) : nearest(side);
      bar?.focus();
    });
  };

  return (
    // The keys are those of the bars in it, to which the focus goes.
    <div
      ref={scroller}
      className={styles.board}
      role="grid"
      aria-label={strings.board}
      aria-describedby="board-keys"
      aria-rowcount={rows.length + 1}
      style={width}
      tabIndex={-1}
      onKeyDown={(event) => moveThroughBars(event, rows, goTo)}
    >
      <div className={styles.head} role="row" aria-rowindex={1}>
        <div role="columnheader">
          {strings.engineer}
          {isNowBeyond && (
            <span className={styles.note}>
              {strings.now(formatTime(new Date(now).toISOString()))}
            </span>
          )}
        </div>
        <div ref={hours} role="columnheader" className={styles.hours}>
          <VisuallyHidden>{strings.visits}</VisuallyHidden>
          {labelledHours(scale).map((hour) => (
            <span
              key={hour}
              className={styles.hour}
              style={{ left: `${percentOf(scale, hour)}%` }}
              aria-hidden="true"
            >
              {formatTime(new Date(hour).toISOString())}
            </span>
          ))}
        </div>
      </div>
      <div
        className={styles.body}
        role="presentation"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start, size, key }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <EngineerRow
              key={key}
              row={row}
              index={index}
              start={start}
              size={size}
              scale={scale}
              now={isNowShown ? now : null}
              problems={problems}
              isTabStop={index === firstBusy}
              onMove={onMove}
            />
          );
        })}
      </div>
    </div>
  );
}

type GoTo = (index: number, side: "first" | "last" | number) => void;

/** Arrow keys, Home and End go from bar to bar. */
function moveThroughBars(event: KeyboardEvent, rows: readonly BoardRow[], goTo: GoTo): void {
  const { target } = event;
  if (!(target instanceof HTMLElement) || target.dataset.visit === undefined) return;
  const line = target.closest<HTMLElement>("[data-row]");
  if (!line) return;
  const index = Number(line.dataset.row);
  const bars = [...line.querySelectorAll<HTMLElement>("[data-visit]")];
  const at = bars.indexOf(target);
  const isBusy = ({ visits }: BoardRow) => visits.length > 0;
  const beside = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[
    event.key
  ];
  const below = {
    ArrowDown: rows.findIndex((row, other) => other > index && isBusy(row)),
    ArrowUp: rows.findLastIndex((row, other) => other < index && isBusy(row)),
  }[event.key];
  if (beside === undefined && below === undefined) return;
  event.preventDefault();
  if (beside !== undefined) bars[beside]?.focus();
  if (below !== undefined && below >= 0) goTo(below, target.offsetLeft);
}

interface EngineerRowProps {
  readonly row: BoardRow;
  readonly index: number;
  readonly start: number;
  readonly size: number;
  readonly scale: TimeSpan;
  /** Null: it is not on the scale. */
  readonly now: number | null;
  readonly problems: ReadonlyMap<string, string>;
  readonly isTabStop: boolean;
  readonly onMove: ((request: MoveRequest) => void) | null;
}

const EngineerRow = memo(function EngineerRow({
  row,
  index,
  start,
  size,
  scale,
  now,
  problems,
  isTabStop,
  onMove,
}: EngineerRowProps) {
  const { engineer, visits } = row;
  const [over, setOver] = useState<number | null>(null);
  const note = noteOf(row);
  const isAway = isAbsent(engineer);
  const hours = hoursOf(scale).length;

  const readMoment = (event: DragEvent<HTMLElement>, offset: number) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return momentAt(scale, (event.clientX - offset - left) / width);
  };

  return (
    <div
      className={styles.row}
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      style={{ top: start, height: size }}
    >
      <div role="rowheader" className={styles.name}>
        <AnchorLink
          to="/engineers/$fieldOperativeId"
          params={{ fieldOperativeId: engineer.fieldOperativeId }}
          preload={false}
        >
          {engineer.name}
        </AnchorLink>
        <span className={styles.note} {...(note.isWarning && { "data-tone": "warn" })}>
          {note.text || strings.jobCount(visits.length)}
        </span>
      </div>
      <div
        role="gridcell"
        className={styles.track}
        style={{ backgroundSize: isAway ? undefined : `${100 / hours}% 100%` }}
        {...(isAway && { "data-away": "approved" })}
        {...(over !== null && { "data-over": true })}
        onDragOver={(event) => {
          const dragged = readDragged(event);
          if (!onMove || !dragged) return;
          event.preventDefault();
          setOver(readMoment(event, dragged.offset));
        }}
        onDragLeave={() => setOver(null)}
        onDrop={(event) => {
          setOver(null);
          const dropped = readDragged(event);
          if (!dropped || !onMove || event.defaultPrevented) return;
          event.preventDefault();
          onMove({
            jobId: dropped.jobId,
            fieldOperativeId: engineer.fieldOperativeId,
            at: readMoment(event, dropped.offset),
          });
        }}
      >
        {visits.map((visit, position) => (
          <VisitBar
            key={visit.job.jobId}
            visit={visit}
            scale={scale}
            problems={problems.get(visit.job.jobId) ?? ""}
            isTabStop={isTabStop && position === 0}
            onMove={onMove}
          />
        ))}
        {now !== null && (
          <span className={styles.now} style={{ left: `${percentOf(scale, now)}%` }} />
        )}
        {over !== null && (
          <span className={styles.ghost} style={{ left: `${percentOf(scale, over)}%` }}>
            {formatTime(new Date(over).toISOString())}
          </span>
        )}
      </div>
    </div>
  );
});
