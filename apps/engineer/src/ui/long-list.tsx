import { useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "./long-list.module.css";

interface ScrollPosition {
  readonly scrollTop: number;
  /** The measured heights of the rows. With estimated heights another row would be at the position. */
  readonly measurements: VirtualItem[];
}

/** How many rows above and below the screen are drawn. At first only one, so that the screen is drawn sooner. */
const overscan = { first: 1, later: 4 } as const;

/** Milliseconds from the first drawing to that of the rows around it. */
const laterRowsMs = 100;

/** The scroll position of each list when one of its rows was tapped, by the list's name. */
const savedPositions = new Map<string, ScrollPosition>();

/** A list of any length that draws only the rows near the screen. */
export function LongList<R>(props: {
  /** The name under which the scroll position is stored. */
  name: string;
  rows: readonly R[];
  getKey: (row: R) => string | number;
  /** The height in pixels before the row has been drawn. */
  estimate: (row: R) => number;
  children: (row: R) => ReactNode;
}) {
  const { name, rows, getKey, estimate } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [position] = useState(() => savedPositions.get(name));
  const [drawsMore, setDrawsMore] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawsMore(true), laterRowsMs);
    return () => clearTimeout(timer);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => estimateAt(rows, index, estimate),
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : getKey(row);
    },
    initialRect: { width: innerWidth, height: innerHeight },
    initialOffset: () => position?.scrollTop ?? scrollY,
    initialMeasurementsCache: position?.measurements ?? [],
    overscan: drawsMore ? overscan.later : overscan.first,
    scrollMargin: top,
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    setTop(frame.current?.offsetTop ?? 0);
    if (position) scrollTo(0, position.scrollTop);
    savedPositions.delete(name);
  }, [name, position]);
  const drawn = virtualizer.getVirtualItems();
  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ height: virtualizer.getTotalSize() }}
      onClickCapture={() =>
        savedPositions.set(name, { scrollTop: scrollY, measurements: virtualizer.takeSnapshot() })
      }
    >
      <div
        className={styles.window}
        style={{ transform: `translateY(${(drawn[0]?.start ?? top) - top}px)` }}
      >
        {drawn.map(({ index, key }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <div
                key={key}
                className={styles.row}
                data-index={index}
                ref={virtualizer.measureElement}
              >
                {props.children(row)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function estimateAt<R>(rows: readonly R[], index: number, estimate: (row: R) => number): number {
  const row = rows[index];
  return row === undefined ? 0 : estimate(row);
}
