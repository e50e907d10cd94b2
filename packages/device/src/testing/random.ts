/** A small seeded generator (mulberry32): the same seed gives the same numbers. */
export interface Random {
  /** 0 <= x < 1 */
  next(): number;
  /** A whole number from 0 up to but not including `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  bytes(count: number): Uint8Array<ArrayBuffer>;
}

/** Creates a generator. `pick` fails if there is nothing to pick from. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error("There is nothing to pick from");
      return choice;
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => below(256)),
  };
}
