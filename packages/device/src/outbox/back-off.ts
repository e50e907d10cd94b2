import type { Device } from "../device.ts";

const firstMs = 2_000;
const ceilingMs = 60_000;

/**
 * Doubles the wait with jitter up to a ceiling, so that a thousand phones do not return at once.
 */
export function backOff(device: Device, attempt: number): number {
  const whole = Math.min(ceilingMs, firstMs * 2 ** Math.min(attempt, 10));
  const random = (device.ports.randomBytes(1)[0] ?? 0) / 255;
  return Math.round(whole * (0.5 + random / 2));
}
