import type { Device } from "../device.ts";
import { poll, pollIntervalMs, runMaintenance } from "../polling/poll.ts";
import { logError } from "../polling/log.ts";
import { hasReportedUnsent } from "../polling/poll-tag.ts";
import { coalesceRuns } from "./coalesce-runs.ts";
import { journalWhenHidden } from "./journal-when-hidden.ts";
import { loadSender, requestPeriodicSync } from "./send-trigger.ts";

/**
 * Polls every 60 s while the app is visible, and at once when the network or the screen comes back. Drafts are in the journal
 * when the screen goes.
 * Returns a function that stops it.
 */
export function startBackground(device: Device): () => void {
  const requestPoll = coalesceRuns(() =>
    poll(device).catch((error: unknown) => void logError(device, error, "poll")),
  );
  const run = () => {
    // Nobody sees what a poll of a hidden app would bring, and it costs data and battery. Waiting messages do not wait
    // until the app is shown, nor for a poll that is under way; without any the sender makes no request.
    const isPolling = document.visibilityState === "visible" && requestPoll();
    if (!isPolling) device.ports.triggerSending();
  };
  // Before the PIN nothing was fetched.
  const stopWatchingLock = device.events.on(({ kind }) => {
    if (kind === "app-unlocked") run();
  });
  // The office reads that messages wait until it is told otherwise.
  const stopWatchingQueue = device.events.on((event) => {
    if (event.kind === "drained" && event.sent > 0 && hasReportedUnsent(device)) run();
  });
  const onVisible = () => {
    if (document.visibilityState === "visible") run();
  };
  const stopJournaling = journalWhenHidden(
    device,
    (error) => void logError(device, error, "draft"),
  );
  const timer = setInterval(run, pollIntervalMs);
  const maintain = () => {
    void runMaintenance(device).catch((error: unknown) => logError(device, error, "tidy"));
  };
  const report = (error: unknown) => void logError(device, error, "wipe");
  const loadWipe = () => import("../polling/wipe.ts");
  const wipeSignedOut = () =>
    void loadWipe()
      .then((wipe) => wipe.wipeSignedOut(device))
      .catch(report);
  const firstWipe = setTimeout(wipeSignedOut, 3_000);
  const hourlyWipe = setInterval(wipeSignedOut, 3_600_000);
  let lastWipe = -pollIntervalMs;
  // A request of this page or of the service worker was answered that this phone has to be wiped. While something cannot
  // be sent, each answer says so again.
  const stopWatching = device.events.on((event) => {
    const now = device.ports.elapsed();
    if (event.kind !== "wipe-requested" || now - lastWipe < pollIntervalMs) return;
    lastWipe = now;
    void loadWipe()
      .then((wipe) => wipe.wipeDevices(device, [event.deviceId]))
      .catch(report);
  });
  const firstMaintenance = setTimeout(maintain, 10_000);
  const hourlyMaintenance = setInterval(maintain, 3_600_000);
  // The service worker has received a push message: there is something new, which a hidden app gets too.
  const onMessage = (event: MessageEvent<{ readonly kind?: unknown } | null>) => {
    if (event.data?.kind === "poll") requestPoll();
  };
  navigator.serviceWorker?.addEventListener("message", onMessage);
  addEventListener("online", run);
  document.addEventListener("visibilitychange", onVisible);
  if (navigator.serviceWorker) void requestPeriodicSync();
  // Loaded while there is a network: the page has to send itself when the service worker cannot.
  void loadSender().catch(() => undefined);
  run();
  return () => {
    clearInterval(timer);
    stopJournaling();
    clearTimeout(firstWipe);
    clearInterval(hourlyWipe);
    stopWatching();
    stopWatchingLock();
    stopWatchingQueue();
    clearTimeout(firstMaintenance);
    clearInterval(hourlyMaintenance);
    navigator.serviceWorker?.removeEventListener("message", onMessage);
    removeEventListener("online", run);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
