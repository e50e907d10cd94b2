import { drain, readSession } from "@fieldfare/device";
import { openWorkerDevice } from "@fieldfare/device/browser";

const aliveMs = 5_000;

/** Sends what waits and tells the page how it went; says meanwhile that it is alive. */
export async function answerDrain(port: MessagePort): Promise<void> {
  const alive = setInterval(() => port.postMessage({ alive: true }), aliveMs);
  try {
    const device = await openWorkerDevice();
    const result = device && (await drain(device));
    const retryInMs = result?.kind === "again" ? result.retryInMs : undefined;
    port.postMessage({ again: result && result.kind === "again", retryInMs });
  } catch {
    // The page does not know why either: it tries again after its back-off.
    port.postMessage({ again: true });
  } finally {
    clearInterval(alive);
  }
}

/** A rejected promise makes the browser try again later. */
export async function drainOnce(): Promise<void> {
  const device = await openWorkerDevice();
  const result = device && (await drain(device));
  if (result?.kind === "again") throw new Error("Something still waits to be sent");
}

/** The browser gives up after a few tries: the last one asks for another row of them. */
export async function drainAndAskAgain(askAgain: () => Promise<void> | undefined): Promise<void> {
  try {
    await drainOnce();
  } catch {
    await askAgain()?.catch(() => undefined);
  }
}

/** Whether somebody is signed in on a phone that is not locked. */
export async function isSignedIn(): Promise<boolean> {
  const device = await openWorkerDevice();
  if (!device) return false;
  const { user, settings } = await readSession(device);
  return user !== null && settings?.enabled === true;
}
