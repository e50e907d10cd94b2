/** Runs each candidate once per round, in turn, and returns their times in ms by name. */
export async function sideBySide<Name extends string>(
  rounds: number,
  candidates: Readonly<Record<Name, (round: number) => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(candidates) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    number[]
  >;
  for (let round = 0; round < rounds; round++) {
    // The order is reversed in every other round, so that no candidate always runs first.
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) times[name].push(await candidates[name](round));
  }
  return times;
}

/** The median by the nearest rank: of an even count, the lower of the two in the middle. Fails without values. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The percentile by the nearest rank. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  const value = sorted[rank - 1];
  if (value === undefined) throw new Error("There is nothing to take a percentile of");
  return value;
}

/** Formats milliseconds: from 100 on as a whole number, below with one decimal. */
export function ms(value: number): string {
  return value >= 100 ? `${Math.round(value)} ms` : `${value.toFixed(1)} ms`;
}
