import { useEffect, useId, useRef, useState } from "react";
import { VisuallyHidden } from "./visually-hidden.tsx";
import { formatNumber } from "./language.ts";
import styles from "./loading.module.css";
import { strings } from "./strings.ts";

const minimumDisplay = 1000;

/** Returns `active`, but stays true for at least 1000 ms, so that the indicator does not flicker. */
export function useMinimumDisplay(active: boolean): boolean {
  const [shown, setShown] = useState(active);
  const since = useRef(0);
  useEffect(() => {
    if (active) {
      since.current = performance.now();
      setShown(true);
      return undefined;
    }
    const left = since.current + minimumDisplay - performance.now();
    if (left <= 0) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(false), left);
    return () => clearTimeout(timer);
  }, [active]);
  return active || shown;
}

/** Shows that work of unknown length is running. Stays for at least 1000 ms. */
export function LoadingIndicator({ active, label }: { active: boolean; label?: string }) {
  const shown = useMinimumDisplay(active);
  return (
    <div role="status">
      {shown && (
        <div className={styles.loading}>
          <span className={styles.spinner} aria-hidden="true" />
          {label ?? strings().loading}
        </div>
      )}
    </div>
  );
}

/** A placeholder while content loads, with as many cards as are likely. */
export function Skeleton({ cards = 3 }: { cards?: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <VisuallyHidden>{strings().loading}</VisuallyHidden>
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className={styles.placeholder} aria-hidden="true" />
      ))}
    </div>
  );
}

/** A progress bar; `total` is null while it is not known. */
export function Progress(props: { label: string; done: number; total: number | null }) {
  const id = useId();
  const known = props.total !== null && props.total > 0;
  const share = known ? Math.min(1, props.done / (props.total ?? 1)) : 0;
  return (
    <div className={styles.progress}>
      <div className={styles.progressLabel}>
        <label htmlFor={id}>{props.label}</label>
        {known && <span>{formatNumber(share * 100)} %</span>}
      </div>
      {known ? <progress id={id} max={1} value={share} /> : <progress id={id} />}
    </div>
  );
}
