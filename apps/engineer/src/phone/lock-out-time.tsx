import { formatTime } from "./times.ts";
import { strings } from "./unlock-strings.ts";

/** Says when the form of a lock-out appears again. */
export function LockOutTime({ endsOn }: { endsOn: string }) {
  return <p>{strings().lockedUntil(formatTime(endsOn))}</p>;
}
