import { useWindowVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import styles from "./long-list.module.css";

interface ScrollPosition {
  readonly scrollTop: number;
  /** How high the rows turned out: by guesses alone another row would stand there. */
  readonly measurements: VirtualItem[];
}

/** Where lists stood when something in them was tapped, to come back to, by the list's name. */
const savedPositions = new Map<string, ScrollPosition>();

/** A list of any length in the page: only what is near the screen is drawn. */
export function LongList<R>(props: {
  /** Its place is remembered under it. */
  name: string;
  rows: readonly R[];
  getKey: (row: R) => string | number;
  /** Pixels, before the row has been drawn. */
  estimate: (row: R) => number;
  children: (row: R) => ReactNode;
}) {
  const { name, rows, getKey, estimate } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [position] = useState(() => savedPositions.get(name));
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
    overscan: 4,
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
