import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import type { ScreenAddress } from "./screen-address.ts";
import { Icon, type IconName } from "./icon.tsx";
import { AppLink } from "./link.tsx";
import { useSingleFlight } from "./single-flight.ts";
import styles from "./rows.module.css";

/** A list in one box. Its children are the row components of this file. */
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
  /** Replaces the icon. */
  readonly start?: ReactNode;
  readonly count?: number | undefined;
  /** Replaces the arrow at the end. */
  readonly end?: ReactNode;
}

/** A row that opens a screen. */
export function RowLink(props: RowProps & { readonly to: ScreenAddress }) {
  return (
    <li>
      <AppLink to={props.to} className={styles.row}>
        <RowContent {...props} />
      </AppLink>
    </li>
  );
}

/** Taps are ignored while the promise of the last one is pending. */
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

/** A row without a link. It informs, or its `detail` says why it does not open. */
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
      <span className={styles.text}>
        <span className={styles.label}>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
      {end === undefined ? <Icon name="chevron-right" /> : end}
    </>
  );
}
