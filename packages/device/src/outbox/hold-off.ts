import type { Device } from "../device.ts";

const name = "send-not-before";

/** A gateway in maintenance may ask for a day: nobody's work waits that long without another try. */
const maxHoldOffMs = 5 * 60_000;

/** Stores what the server's Retry-After asks for: page and worker obey it. Returns the time to wait. */
export async function holdOff({ database, ports }: Device, ms: number): Promise<number> {
  const capped = Math.min(ms, maxHoldOffMs);
  await database.counter.put({ name, value: ports.now().getTime() + capped });
  return capped;
}

/** Milliseconds until the server may be asked again; 0 when it may be asked now. */
export async function readHoldOff({ database, ports }: Device): Promise<number> {
  const until = (await database.counter.get(name))?.value ?? 0;
  const left = until - ports.now().getTime();
  // More than was ever stored: the clock was put back meanwhile.
  return left > 0 && left <= maxHoldOffMs ? left : 0;
}
