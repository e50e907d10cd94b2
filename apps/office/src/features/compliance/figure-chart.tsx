import type { ReactNode } from "react";
import { Section } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import styles from "./compliance.module.css";
import { strings } from "./strings.ts";

interface Bar {
  readonly label: string;
  /** What the table calls it. Absent: as the label. */
  readonly name?: string;
  /** What stands above the bar. */
  readonly top: string;
  /** Stacked, the first at the bottom. */
  readonly values: readonly number[];
  /** In the table, one for each column. */
  readonly cells: readonly string[];
}

interface FigureChartProps {
  readonly id: string;
  readonly title: string;
  /** What is counted, in words. */
  readonly definition: string;
  readonly labelColumn: string;
  readonly columns: readonly string[];
  /** What each part of a bar is. Absent: it has one part. */
  readonly legend?: readonly string[];
  readonly bars: readonly Bar[];
  /** The value that fills the height. Absent: the highest bar. */
  readonly highest?: number;
  /** Shown instead of the picture; false: there is something to show. */
  readonly empty: ReactNode;
}

const height = 100;
const maxLabels = 14;

/** A figure as bars with its definition, and the same numbers as a table. */
export function FigureChart({
  id,
  title,
  definition,
  labelColumn,
  columns,
  legend,
  bars,
  highest,
  empty,
}: FigureChartProps) {
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const full = highest ?? Math.max(1, ...bars.map(({ values }) => sum(values)));
  const step = Math.ceil(bars.length / maxLabels);
  return (
    <Section id={id} title={title}>
      <p className={styles.note}>{definition}</p>
      {empty === false ? (
        <>
          <div className={styles.columns} aria-hidden="true">
            {bars.map(({ label, top, values }, index) => (
              <div key={label} className={styles.column}>
                <span className={styles.label}>{step === 1 ? top : ""}</span>
                <svg
                  className={styles.columnBar}
                  viewBox={`0 0 10 ${height}`}
                  preserveAspectRatio="none"
                >
                  {values.map((value, part) => {
                    const below = sum(values.slice(0, part + 1));
                    return (
                      <rect
                        key={part}
                        className={styles.picturePart}
                        data-part={part}
                        x="0"
                        y={height - (below * height) / full}
                        width="10"
                        height={(value * height) / full}
                      />
                    );
                  })}
                </svg>
                <span className={styles.label}>{index % step === 0 ? label : ""}</span>
              </div>
            ))}
          </div>
          {legend && (
            <div className={styles.legend} aria-hidden="true">
              {legend.map((name, part) => (
                <span key={name} className={styles.key}>
                  <span className={styles.keyColour} data-part={part} /> {name}
                </span>
              ))}
            </div>
          )}
          <details className={styles.numbers}>
            <summary>{strings.numbers}</summary>
            <div
              className={table.scroll}
              role="region"
              aria-label={strings.numbersOf(title)}
              // A table that scrolls can be reached with the keyboard.
              tabIndex={0}
            >
              <table className={table.table} aria-label={title}>
                <thead>
                  <tr>
                    <th scope="col">{labelColumn}</th>
                    {columns.map((column) => (
                      <th key={column} scope="col">
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {bars.map(({ label, name, cells }) => (
                    <tr key={label}>
                      <th scope="row">{name ?? label}</th>
                      {cells.map((cell, index) => (
                        <td key={index}>{cell}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      ) : (
        empty
      )}
    </Section>
  );
}
