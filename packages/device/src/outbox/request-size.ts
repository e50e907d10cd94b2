import type { Device } from "../device.ts";

const name = "messages-in-request";

/**
 * Returns how many messages the next request may carry, at most `max`. A bad line that loses requests gets smaller ones,
 * whichever process sends next.
 */
export async function readRequestSize({ shared }: Device, max: number): Promise<number> {
  const stored = (await shared.counter.get(name))?.value ?? max;
  return Math.max(1, Math.min(stored, max));
}

/** Halves the size after a request of `messages` messages that was lost. */
export async function shrinkRequests({ shared }: Device, messages: number): Promise<void> {
  await shared.counter.put({ name, value: Math.max(1, Math.floor(messages / 2)) });
}

/** Doubles the size after a request that was answered, and returns it. */
export async function growRequests({ shared }: Device, size: number, max: number): Promise<number> {
  if (size >= max) return size;
  const value = Math.min(max, size * 2);
  await shared.counter.put({ name, value });
  return value;
}
