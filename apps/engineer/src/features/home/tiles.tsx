import type { ReactNode } from "react";
import type { PlainPath } from "../../ui/screen-address.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { AppLink } from "../../ui/link.tsx";
import styles from "./tiles.module.css";

/** The grid of the home screen. Its children are `Tile`s. */
export function Tiles({ children }: { children: ReactNode }) {
  return <ul className={styles.tiles}>{children}</ul>;
}

/** A link to an area of the app. A count of 0 is shown too; undefined shows no number. */
export function Tile(props: {
  to: PlainPath;
  icon: IconName;
  label: string;
  count?: number | undefined;
  /** A state in one or two words. */
  mark?: string | false | undefined;
}) {
  return (
    <li>
      <AppLink to={props.to} className={styles.tile}>
        <span className={styles.top}>
          <Icon name={props.icon} size={36} />
          {props.count !== undefined && <span className={styles.count}>{props.count}</span>}
          {props.mark && (
            <span className={styles.mark} data-later="">
              {props.mark}
            </span>
          )}
        </span>
        {props.label}
      </AppLink>
    </li>
  );
}
