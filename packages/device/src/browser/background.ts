import type { Device } from "../device.ts";
import { poll, pollIntervalMs, tidy } from "../sync/background.ts";
import { logError } from "../sync/log.ts";
import { inTurn } from "./in-turn.ts";
import { askPeriodicSync } from "./nudge.ts";

/** Polls every 60 s, at once when the network or the screen comes back. Answers how to stop. */
export function startBackground(device: Device): () => void {
  const polling = inTurn(() =>
    poll(device).catch((error: unknown) => void logError(device, error, "poll")),
  );
  const run = () => {
    // What waits need not wait for a poll that is under way.
    if (!polling()) device.ports.nudge();
  };
  const onVisible = () => {
    if (document.visibilityState === "visible") run();
  };
  const timer = setInterval(run, pollIntervalMs);
  const tidyUp = () => {
    void tidy(device).catch((error: unknown) => logError(device, error, "tidy"));
  };
  const firstTidy = setTimeout(tidyUp, 10_000);
  const laterTidy = setInterval(tidyUp, 3_600_000);
  // The service worker has heard that something has changed.
  const onMessage = (event: MessageEvent<{ readonly kind?: unknown } | null>) => {
    if (event.data?.kind === "poll") run();
  };
  navigator.serviceWorker?.addEventListener("message", onMessage);
  addEventListener("online", run);
  document.addEventListener("visibilitychange", onVisible);
  if (navigator.serviceWorker) void askPeriodicSync();
  run();
  return () => {
    clearInterval(timer);
    clearTimeout(firstTidy);
    clearInterval(laterTidy);
    navigator.serviceWorker?.removeEventListener("message", onMessage);
    removeEventListener("online", run);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
