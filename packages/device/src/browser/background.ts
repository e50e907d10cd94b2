import type { Device } from "../device.ts";
import { poll, pollIntervalMs, tidy } from "../sync/background.ts";
import { logError } from "../sync/log.ts";

/** Polls every 60 s, at once when the network or the screen comes back. Answers how to stop. */
export function startBackground(device: Device): () => void {
  let isPolling = false;
  const run = () => {
    if (isPolling) return device.ports.nudge();
    isPolling = true;
    void poll(device)
      .catch((error: unknown) => logError(device, error, "poll"))
      .finally(() => {
        isPolling = false;
      });
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
  addEventListener("online", run);
  document.addEventListener("visibilitychange", onVisible);
  run();
  return () => {
    clearInterval(timer);
    clearTimeout(firstTidy);
    clearInterval(laterTidy);
    removeEventListener("online", run);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
