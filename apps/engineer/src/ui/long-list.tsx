import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import styles from "./long-list.module.css";

/** Where lists stood when something in them was tapped, to come back to, by the list's name. */
const placesLeft = new Map<string, number>();

/** A list of any length in the page: only what is near the screen is drawn. */
export function LongList<R>(props: {
  /** Its place is remembered under it. */
  name: string;
  rows: readonly R[];
  keyOf: (row: R) => string | number;
  /** Pixels, before the row has been drawn. */
  estimate: (row: R) => number;
  children: (row: R) => ReactNode;
}) {
  const { name, rows, keyOf, estimate } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => estimateAt(rows, index, estimate),
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    initialRect: { width: innerWidth, height: innerHeight },
    initialOffset: () => placesLeft.get(name) ?? scrollY,
    overscan: 4,
    scrollMargin: top,
    useFlushSync: false,
  });
  useLayoutEffect(() => {
    setTop(frame.current?.offsetTop ?? 0);
    const place = placesLeft.get(name);
    if (place !== undefined) scrollTo(0, place);
    placesLeft.delete(name);
  }, [name]);
  const drawn = virtualizer.getVirtualItems();
  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ height: virtualizer.getTotalSize() }}
      onClickCapture={() => placesLeft.set(name, scrollY)}
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
