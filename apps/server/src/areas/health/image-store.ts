import type { ObjectStore } from "../../objects/objects.ts";

/** A load balancer asks every second: the store is tried only so often. */
const checkEveryMs = 10_000;
/** A caller does not wait for a store that hangs. */
const timeoutMs = 2_000;

/** Whether images can be stored, as last seen. */
export function watchImageStore(objects: ObjectStore, now: () => Date): () => Promise<boolean> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<boolean> = Promise.resolve(true);
  return () => {
    const time = now().getTime();
    // Also when the clock was put back.
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
