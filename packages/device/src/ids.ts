import { v7 } from "uuid";
import type { Ports } from "./ports.ts";

/** Creates a UUID v7. An id never changes. */
export function newId(ports: Pick<Ports, "now" | "randomBytes">): string {
  return v7({ msecs: ports.now().getTime(), random: ports.randomBytes(16) });
}
