import { clockCorrection, mayHaveBeenSet } from "@fieldfare/domain";
import type { Ports } from "../ports.ts";
import type { SharedDatabase } from "./database.ts";

/** How far the phone's clock is known to be off, and when that was last measured. */
export interface Clock {
  /**
   * Added to the phone's clock to date what is recorded. 0: the clock is right, or its error is
   * unknown.
   */
  correctionMs: number;
  /** By the phone's clock. */
  seenMs: number;
}

export interface DeviceWithClock {
  readonly shared: SharedDatabase;
  readonly ports: Pick<Ports, "now">;
  readonly clock: Clock;
}

const correctionName = "clock-correction";
const seenName = "clock-seen";
/**
 * The phone may have slept during a longer request, so its answer says nothing about the time now.
 */
const maxRequestMs = 30_000;

/** Returns a clock that counts as right until `loadClock` or a measurement says otherwise. */
export function newClock(): Clock {
  return { correctionMs: 0, seenMs: 0 };
}

/**
 * The time for everything that the engineer records: the phone's clock, corrected by the server's
 * offset while that is known. Ids, waits and the life of tokens use the uncorrected clock.
 */
export function recordingTime({ ports, clock }: Pick<DeviceWithClock, "ports" | "clock">): Date {
  const now = ports.now().getTime();
  if (clock.correctionMs !== 0 && mayHaveBeenSet(clock.correctionMs, clock.seenMs, now))
    clock.correctionMs = 0;
  clock.seenMs = now;
  return new Date(now + clock.correctionMs);
}

/**
 * Returns server time minus phone time in ms, measured by an answer to the request that began at
 * `requestedOn`; null when it is unknown.
 */
export function measureOffset(
  { ports }: Pick<DeviceWithClock, "ports">,
  serverTime: string,
  requestedOn: Date,
): number | null {
  const now = ports.now().getTime();
  const took = now - requestedOn.getTime();
  return took < 0 || took > maxRequestMs ? null : Date.parse(serverTime) - now;
}

/** Applies a measured offset to everything recorded from now on. */
export async function correctClock(device: DeviceWithClock, offsetMs: number): Promise<void> {
  const { clock, ports } = device;
  const before = clock.correctionMs;
  clock.correctionMs = clockCorrection(offsetMs);
  clock.seenMs = ports.now().getTime();
  if (before !== 0 || clock.correctionMs !== 0) await storeClock(device);
}

/** Stores the offset, so that a page that is opened again knows it. */
export async function storeClock({ shared, clock }: DeviceWithClock): Promise<void> {
  await shared.counter.bulkPut([
    { name: correctionName, value: clock.correctionMs },
    { name: seenName, value: clock.seenMs },
  ]);
}

/** Sets the clock to the offset that was stored last. */
export async function loadClock({ shared, clock }: DeviceWithClock): Promise<void> {
  const [correction, seen] = await shared.counter.bulkGet([correctionName, seenName]);
  clock.correctionMs = correction?.value ?? 0;
  clock.seenMs = seen?.value ?? 0;
}
