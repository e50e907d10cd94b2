/** The languages that the app speaks; the first is the fall-back. */
const languages = ["en"] as const;

type Language = (typeof languages)[number];

let current: Language = languages[0];

/** Chosen once at start: words are read while drawing. */
export function chooseLanguage(wanted: readonly string[]): void {
  current =
    wanted
      .map((tag) => tag.split("-")[0])
      .map((tag) => languages.find((language) => language === tag))
      .find((language) => language !== undefined) ?? languages[0];
}

/** The words of one feature. English is whole; another language must have every word of it. */
export function defineStrings<S>(translations: { readonly [L in Language]: S }): () => S {
  return () => translations[current];
}

/** The form of a word that goes with a number, with the number put in for `#`. */
export function plural(
  count: number,
  forms: { readonly one: string; readonly other: string },
): string {
  const rule = new Intl.PluralRules("en-GB").select(count);
  return (rule === "one" ? forms.one : forms.other).replace("#", formatNumber(count));
}

/** Megabytes of a million bytes, and gigabytes from a thousand of those. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  // What rounds to a thousand megabytes is a gigabyte.
  return megabytes < 999.95
    ? `${formatNumber(megabytes, 1)} MB`
    : `${formatNumber(megabytes / 1000, 1)} GB`;
}

/** "a, b and c" */
export function formatList(parts: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(parts);
}

export function formatNumber(value: number, digits = 0): string {
  return new Intl.NumberFormat("en-GB", { maximumFractionDigits: digits }).format(value);
}
