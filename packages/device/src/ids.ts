import type { Ports } from "./ports.ts";

/**
 * Creates a UUID v7: the time in ms as 48 bits, then random bits. An id never changes. Written here, because a package
 * for it would be a kilobyte of what a first visit loads.
 */
export function newId(ports: Pick<Ports, "now" | "randomBytes">): string {
  const time = ports.now().getTime().toString(16).padStart(12, "0");
  const bytes = [...ports.randomBytes(10)];
  const [version = 0, , variant = 0] = bytes;
  bytes[0] = (version & 0x0f) | 0x70;
  bytes[2] = (variant & 0x3f) | 0x80;
  const rest = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [time.slice(0, 8), time.slice(8), rest.slice(0, 4), rest.slice(4, 8), rest.slice(8)].join(
    "-",
  );
}
