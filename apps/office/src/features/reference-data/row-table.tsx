import { Anchor } from "@mantine/core";
import type { ReferenceRowAnswer } from "@fieldfare/contract/office";
import { referenceTable, type ReferenceTableName } from "@fieldfare/domain";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useRem } from "../../ui/rem.ts";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import { formatValue } from "./format-value.ts";
import styles from "./reference-data.module.css";
import { strings } from "./strings.ts";

interface RowTableProps {
  readonly table: ReferenceTableName;
  readonly rows: readonly ReferenceRowAnswer[];
  /** The rows are those of other words: the new ones are loading. */
  readonly isStale: boolean;
  /** Null: the user may not change rows. */
  readonly onOpen: ((row: ReferenceRowAnswer) => void) | null;
  /** The last loaded rows are in sight. */
  readonly onEnd: () => void;
}

/** In rem. The style sheet has it too. */
const rowHeight = 2.5;

/** Draws only the rows in sight: a table may have 60,000. */
export function RowTable({ table: name, rows, isStale, onOpen, onEnd }: RowTableProps) {
  const { columns, label, title, rowName } = referenceTable(name);
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useRem();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight * rem,
    overscan: 15,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rem]);
  const visible = virtualizer.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  const isAtEnd = last >= rows.length - 20;
  useEffect(() => {
    if (isAtEnd) onEnd();
    // `onEnd` is another function at each render, and is to be called once for each page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAtEnd, rows.length]);
  const above = visible[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (visible.at(-1)?.end ?? 0);
  return (
    <div
      ref={scroller}
      className={`${table.scroll} ${styles.rows}`}
      aria-busy={isStale}
      // A region that scrolls is reached by the keyboard.
      tabIndex={0}
      role="region"
      aria-label={`${title}, scrollable`}
    >
      <table
        className={table.table}
        aria-label={title}
        aria-rowcount={rows.length + 1}
        onKeyDown={moveThroughRows}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Gap height={above} columns={columns.length} />}
          {visible.map(({ index }) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <tr key={row.rowId} aria-rowindex={index + 2}>
                {columns.map((column) => {
                  const text = formatValue(row.values[column.name] ?? null, row.names[column.name]);
                  return (
                    <td key={column.name} title={text}>
                      {column.name === label && onOpen ? (
                        <Anchor
                          component="button"
                          type="button"
                          fz="inherit"
                          aria-label={`${text}: ${strings.open(rowName)}`}
                          onClick={() => onOpen(row)}
                          data-row-link
                        >
                          {text || strings.edit}
                        </Anchor>
                      ) : (
                        text
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          {below > 0 && <Gap height={below} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr className={styles.gap} aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
