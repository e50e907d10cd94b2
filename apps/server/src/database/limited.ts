/** More calls wait than the server takes on: the caller tries again later. */
export class TooManyWaiting extends Error {
  override readonly name = "TooManyWaiting";
}

interface Limits {
  readonly atOnce: number;
  readonly waiting: number;
}

/**
 * Runs at most `atOnce` calls at a time; at most `waiting` others wait, in order, and any further one throws
 * `TooManyWaiting`. A flood of sign-ins then takes neither all threads of the process nor its memory.
 */
export function limited<Input extends readonly unknown[], Output>(
  run: (...input: Input) => Promise<Output>,
  { atOnce, waiting }: Limits,
): (...input: Input) => Promise<Output> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (...input) => {
    if (running < atOnce) running += 1;
    else if (queue.length >= waiting) throw new TooManyWaiting("Too many calls are waiting");
    // The call that ends hands its place on, so `running` stays the same.
    else await new Promise<void>((begin) => queue.push(begin));
    try {
      return await run(...input);
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
