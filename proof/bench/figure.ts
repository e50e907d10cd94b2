import type { BenchResources } from "./resources.ts";

/** One measurement: our code compared with a floor or a baseline, in one run. */
export interface Figure {
  readonly name: string;
  /** The two values of the ratio, in one line. */
  readonly ratioOf: string;
  readonly target: number;
  /** Whether the ratio holds at or below the target, or at or above it. */
  readonly better: "lower" | "higher";
  readonly measure: (resources: BenchResources) => Promise<Measured>;
}

export interface Measured {
  readonly ratio: number;
  /** Conditions that must hold in addition to the ratio. */
  readonly also?: readonly Condition[];
  /** The times behind the ratio, and how they were measured. */
  readonly notes: readonly string[];
}

export interface Condition {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly better: "lower" | "higher";
}

export interface Outcome {
  /** Null when the figure could not be measured. */
  readonly ratio: number | null;
  readonly target: number;
  readonly holds: boolean;
  readonly better: "lower" | "higher";
  readonly also: readonly (Condition & { readonly holds: boolean })[];
  readonly notes: readonly string[];
}

/** To fill a large database takes longer than any other figure. */
const limitMs = { usual: 1_200_000, growth: 7_200_000 };

/**
 * Measures a figure. One that cannot be measured, or takes much longer than it should, does not hold, and its notes say
 * why.
 */
export async function measureFigure(figure: Figure, resources: BenchResources): Promise<Outcome> {
  const { target, better } = figure;
  const limit = figure.name === "growth" ? limitMs.growth : limitMs.usual;
  try {
    const { ratio, also = [], notes } = await withinTime(figure.measure(resources), limit);
    const conditions = also.map((condition) => ({
      ...condition,
      value: rounded(condition.value),
      holds: isWithin(condition.value, condition.limit, condition.better),
    }));
    return {
      ratio: rounded(ratio),
      target,
      holds: isWithin(ratio, target, better) && conditions.every(({ holds }) => holds),
      better,
      also: conditions,
      notes,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      ratio: null,
      target,
      holds: false,
      better,
      also: [],
      notes: [`not measured: ${why.slice(0, 400)}`],
    };
  }
}

async function withinTime<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${ms / 60_000} minutes`)), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function isWithin(value: number, limit: number, better: "lower" | "higher"): boolean {
  return better === "lower" ? value <= limit : value >= limit;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
