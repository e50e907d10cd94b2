import { drain, readSession } from "@fieldfare/device";
import { openWorkerDevice } from "@fieldfare/device/browser";

const aliveMs = 5_000;

/** Sends the outbox and posts the result to the page. Until then it posts every 5 s that it is alive. */
export async function answerDrain(port: MessagePort): Promise<void> {
  const alive = setInterval(() => port.postMessage({ alive: true }), aliveMs);
  try {
    const device = await openWorkerDevice();
    const result = device && (await drain(device));
    const retryInMs = result?.kind === "again" ? result.retryInMs : undefined;
    port.postMessage({ again: result && result.kind === "again", retryInMs });
  } catch {
    // The page needs no reason: it tries again after its backoff.
    port.postMessage({ again: true });
  } finally {
    clearInterval(alive);
  }
}

/** Sends the outbox once. Rejects while messages still wait, which makes the browser try again later. */
export async function drainOnce(): Promise<void> {
  const device = await openWorkerDevice();
  const result = device && (await drain(device));
  if (result?.kind === "again") throw new Error("Messages are still queued");
}

/** Used for the browser's last try: if messages still wait, it registers for another series of tries. */
export async function drainAndAskAgain(askAgain: () => Promise<void> | undefined): Promise<void> {
  try {
    await drainOnce();
  } catch {
    await askAgain()?.catch(() => undefined);
  }
}

/** Whether an engineer is signed in on a phone that is not locked. */
export async function isSignedIn(): Promise<boolean> {
  const device = await openWorkerDevice();
  if (!device) return false;
  const { user, settings } = await readSession(device);
  return user !== null && settings?.enabled === true;
}
