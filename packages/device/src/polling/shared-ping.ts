import { type CallAnswer, ping } from "@fieldfare/contract";
import { callServer } from "../api/call.ts";
import type { Answer } from "../api/failure.ts";
import type { SharedDatabase } from "../database/database.ts";
import type { Device } from "../device.ts";

/** A page begins with a poll and with the sync at start: both ask whether the server answers. */
type Pinging = "poll" | "start";

interface RecentPing {
  readonly by: Pinging;
  /** By the clock that only counts. */
  readonly begunAt: number;
  readonly answer: Promise<Answer<CallAnswer<typeof ping>>>;
}

/** After this time the answer says too little about now. */
const maxAgeMs = 5_000;

const recent = new WeakMap<SharedDatabase, RecentPing>();

/** Pings the server, or takes the ping that the other one has begun within the last seconds. Each is taken once. */
export function pingOnce(device: Device, by: Pinging): RecentPing["answer"] {
  const { shared, ports } = device;
  const other = recent.get(shared);
  const begunAt = ports.elapsed();
  if (other && other.by !== by && begunAt - other.begunAt < maxAgeMs) {
    recent.delete(shared);
    return other.answer;
  }
  const answer = callServer(device, ping, {});
  recent.set(shared, { by, begunAt, answer });
  return answer;
}
