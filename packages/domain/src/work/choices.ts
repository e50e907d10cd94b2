/** How one of several options is asked for, by how many there are. */
export type SelectorKind = "buttons" | "dropdown" | "typeahead";

const maxButtons = 4;
const maxInDropdown = 30;
const maxTopRank = 10;

export function selectorKind(options: number): SelectorKind {
  if (options <= maxButtons) return "buttons";
  return options <= maxInDropdown ? "dropdown" : "typeahead";
}

export interface RankedChoices<C> {
  /** What is met most, in the order of rank; shown first. */
  readonly top: readonly C[];
  readonly all: readonly C[];
  /** What opens all of them; null when all are shown at once. */
  readonly more: "See more" | "See more..." | null;
}

/** Options of rank 10 or lower stand on top, the whole list behind them. */
export function rankedChoices<C extends { readonly name: string }>(
  choices: readonly C[],
  readRank: (choice: C) => number | null,
): RankedChoices<C> {
  const all = [...choices].sort((a, b) => a.name.localeCompare(b.name, "en-GB"));
  const top = all
    .map((choice) => ({ choice, rank: readRank(choice) ?? Number.POSITIVE_INFINITY }))
    .filter(({ rank }) => rank <= maxTopRank)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
  if (top.length === 0 || top.length === all.length)
    return { top: top.length === 0 ? all : top, all, more: null };
  return { top, all, more: all.length <= maxInDropdown ? "See more" : "See more..." };
}
