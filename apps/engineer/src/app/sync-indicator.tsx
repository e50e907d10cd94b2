import { readOutboxSummary, recordingTime } from "@fieldfare/device";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { alertsHeightVariable, readAlertsHeight } from "../phone/alerts-height.ts";
import { useDevice, useLive } from "../phone/device.tsx";
import { useSyncRun } from "../phone/sync.ts";
import { classes } from "../ui/classes.ts";
import { formatAge } from "../phone/times.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./sync-indicator.module.css";
import { strings } from "./strings.ts";

const SyncSheet = lazy(() =>
  import("./sync-sheet.tsx").then((module) => ({ default: module.SyncSheet })),
);

/**
 * The state of the outbox in every header: all sent, how many messages wait and since when, or that attention is
 * needed. A tap opens the list.
 */
export function SyncIndicator() {
  const device = useDevice();
  const outbox = useLive(() => readOutboxSummary(device), [device]);
  const isSyncing = useSyncRun() !== null;
  useMinute();
  useLayoutEffect(reserveAlertsHeight, []);
  const [isOpen, setOpen] = useState(false);
  // Nothing is shown until the outbox has been read: "all sent" must be true.
  if (!outbox) return <span className={styles.indicator} />;
  const text = strings().syncStatus;
  const { state, waiting, blocked, oldestOn } = outbox;
  const stateLabel = {
    "all-sent": text.allSent,
    waiting: text.waiting(waiting),
    attention: text.attention,
  }[state];
  const oldest = oldestOn ? text.oldest(formatAge(oldestOn, recordingTime(device))) : null;
  return (
    <>
      <button
        type="button"
        className={classes(styles.indicator, state === "attention" && styles.attention)}
        aria-label={[`${text.title}: ${stateLabel}`, oldest].filter(Boolean).join(", ")}
        data-state={state}
        onClick={() => setOpen(true)}
      >
        <Icon
          name={
            state === "attention"
              ? "alert-triangle"
              : isSyncing
                ? "refresh"
                : state === "waiting"
                  ? "cloud-up"
                  : "cloud-check"
          }
        />
        {state !== "all-sent" && <span>{state === "waiting" ? waiting : blocked}</span>}
      </button>
      {isOpen && (
        <Suspense>
          <SyncSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Draws again once a minute, for the ages on the screen. */
function useMinute(): void {
  const [, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}

/** Leaves space below the header for the alerts, which are loaded after the first drawing of a start. */
function reserveAlertsHeight(): void {
  if (!document.querySelector("header section"))
    document.documentElement.style.setProperty(alertsHeightVariable, readAlertsHeight());
}
