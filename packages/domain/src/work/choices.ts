/** How a selector is shown, by the number of its options. */
export type SelectorKind = "buttons" | "dropdown" | "typeahead";

const maxButtons = 4;
const maxInDropdown = 30;
const maxTopRank = 10;

/** Returns how a screen offers so many options: as buttons, as a dropdown, or as a search. */
export function selectorKind(options: number): SelectorKind {
  if (options <= maxButtons) return "buttons";
  return options <= maxInDropdown ? "dropdown" : "typeahead";
}

export interface RankedChoices<C> {
  /** The most common choices in the order of rank, shown first. */
  readonly top: readonly C[];
  readonly all: readonly C[];
  /** The label that opens the full list; null if all choices are shown at once. */
  readonly more: "See more" | "See more..." | null;
}

/** Puts options of rank 10 or lower first; the full list opens with `more`. */
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
