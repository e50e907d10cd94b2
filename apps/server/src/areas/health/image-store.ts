import type { ObjectStore } from "../../objects/objects.ts";

/** A load balancer may ask every second; the store is checked at most this often. */
const checkEveryMs = 10_000;
/** A store that hangs must not hold up the caller. */
const timeoutMs = 2_000;

/** Returns a function that says whether images can be stored, by the last check. */
export function watchImageStore(objects: ObjectStore, now: () => Date): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<boolean> = Promise.resolve(true);
  return () => {
    const time = now().getTime();
    // The absolute difference also covers a clock that was set back.
    if (Math.abs(time - checkedAt) >= checkEveryMs) {
      checkedAt = time;
      last = check(objects);
    }
    return last;
  };
}

async function check(objects: ObjectStore): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const stored = objects.check().then(
    () => true,
    () => false,
  );
  const isStored = await Promise.race([stored, timedOut]);
  clearTimeout(timer);
  return isStored;
}
