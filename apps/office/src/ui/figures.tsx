import styles from "./figures.module.css";

interface FiguresProps {
  readonly figures: readonly { readonly label: string; readonly count: number }[];
}

/** Shows counts next to each other, each with what it counts. */
export function Figures({ figures }: FiguresProps) {
  return (
    <div className={styles.figures}>
      {figures.map(({ label, count }) => (
        <div key={label} className={styles.figure}>
          <strong>{count.toLocaleString("en-GB")}</strong> {label}
        </div>
      ))}
    </div>
  );
}
