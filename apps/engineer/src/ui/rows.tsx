import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";
import { AppLink } from "./link.tsx";
import { useSingleFlight } from "./single-flight.ts";
import styles from "./rows.module.css";

/** A list of rows in one box; its children are the rows below. */
export function Rows({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  readonly label: string;
  readonly detail?: ReactNode;
  readonly icon?: IconName;
  /** In place of the icon. */
  readonly start?: ReactNode;
  readonly count?: number | undefined;
  /** In place of the arrow at the end. */
  readonly end?: ReactNode;
}

export function RowLink(props: RowProps & { readonly to: string }) {
  return (
    <li>
      <AppLink to={props.to} className={styles.row}>
        <RowContent {...props} />
      </AppLink>
    </li>
  );
}

/** While what its tap promises is under way, further taps are dropped. */
export function RowButton(props: RowProps & { readonly onClick: () => unknown }) {
  const { run } = useSingleFlight();
  return (
    <li>
      <button type="button" className={styles.row} onClick={() => run(props.onClick)}>
        <RowContent {...props} />
      </button>
    </li>
  );
}

/** A row that leads nowhere: it says why in `detail`, or only informs. */
export function RowText(props: RowProps & { readonly off?: boolean }) {
  return (
    <li className={classes(styles.row, styles.off)} aria-disabled={props.off ? true : undefined}>
      <RowContent {...props} end={props.end ?? null} />
    </li>
  );
}

function RowContent({ label, detail, icon, start, count, end }: RowProps) {
  return (
    <>
      {start}
      {icon && <Icon name={icon} />}
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
      {end === undefined ? <Icon name="chevron-right" /> : end}
    </>
  );
}
