import { loadavg } from "node:os";
import { ms } from "./rounds.ts";

/**
 * Says how fast this machine is now: the fastest of five times of a fixed computation, and how much runs beside it. A limit in
 * milliseconds is kept on one day and missed on another by this alone.
 */
export function describeMachine(): string {
  const times = Array.from({ length: 5 }, timeComputation);
  const [load = 0] = loadavg();
  return `machine: a fixed computation takes ${ms(Math.min(...times))}, load ${load.toFixed(1)}`;
}

function timeComputation(): number {
  const start = performance.now();
  let hash = 0x811c9dc5;
  for (let index = 0; index < 100_000_000; index++)
    hash = Math.imul(hash ^ (index & 255), 0x01000193);
  // The result is used, so that the loop is not left out.
  return hash === 0 ? Number.NaN : performance.now() - start;
}
