import type { Device } from "../device.ts";

/**
 * Counts the lock-out down while a page shows it, in one page only, however many are open. Returns
 * a function that stops it.
 */
export function watchLockOut(device: Device, email: string): () => void {
  const watch = new AbortController();
  // Few sign-ins need it: it is not part of what every start loads.
  void import("./lock-out-countdown.ts")
    .then(({ countDown }) => countDown(device, email, watch.signal))
    .catch(() => undefined);
  return () => watch.abort();
}
