import { type Device, drain } from "@fieldfare/device";

const aliveMs = 5_000;

/** Sends what waits and tells the page how it went; says meanwhile that it is alive. */
export async function answerDrain(device: Device, port: MessagePort): Promise<void> {
  const alive = setInterval(() => port.postMessage({ alive: true }), aliveMs);
  try {
    const result = await drain(device);
    port.postMessage({ again: result.kind === "again" });
  } catch {
    // The page does not know why either: it tries again after its back-off.
    port.postMessage({ again: true });
  } finally {
    clearInterval(alive);
  }
}

/** A rejected promise makes the browser try again later. */
export async function drainOnce(device: Device): Promise<void> {
  const result = await drain(device);
  if (result.kind === "again") throw new Error("Something still waits to be sent");
}
