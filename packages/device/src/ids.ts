import { v7 } from "uuid";
import type { Ports } from "./ports.ts";

/** A UUID v7: made here, kept for ever. */
export function newId(ports: Pick<Ports, "now" | "randomBytes">): string {
  return v7({ msecs: ports.now().getTime(), random: ports.randomBytes(16) });
}
