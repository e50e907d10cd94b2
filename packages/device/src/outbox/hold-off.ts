import type { Device } from "../device.ts";

const name = "send-not-before";

/** A gateway in maintenance may ask for a day, but no work waits that long without another try. */
const maxHoldOffMs = 5 * 60_000;

/**
 * Stores the wait that the server's Retry-After asks for, for page and worker. Returns the time to
 * wait in ms.
 */
export async function holdOff({ shared, ports }: Device, ms: number): Promise<number> {
  const capped = Math.min(ms, maxHoldOffMs);
  await shared.counter.put({ name, value: ports.now().getTime() + capped });
  return capped;
}

/** Returns the milliseconds until a request may be sent again; 0 when it may be sent now. */
export async function readHoldOff({ shared, ports }: Device): Promise<number> {
  const until = (await shared.counter.get(name))?.value ?? 0;
  const left = until - ports.now().getTime();
  // More than was ever stored: the clock was set back meanwhile.
  return left > 0 && left <= maxHoldOffMs ? left : 0;
}
