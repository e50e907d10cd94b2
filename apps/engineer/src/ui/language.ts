/** The languages of the app; the first is the fallback. */
const languages = ["en"] as const;

type Language = (typeof languages)[number];

let current: Language = languages[0];

/** Chooses the language from the browser's tags. Called once at start, before anything is drawn. */
export function chooseLanguage(wanted: readonly string[]): void {
  current =
    wanted
      .map((tag) => tag.split("-")[0])
      .map((tag) => languages.find((language) => language === tag))
      .find((language) => language !== undefined) ?? languages[0];
}

/** Defines the strings of one feature. Every language must have all the strings of English. */
export function defineStrings<S>(translations: { readonly [L in Language]: S }): () => S {
  return () => translations[current];
}

/** Returns the singular or plural form for a whole `count`, with `#` replaced by the number. */
export function plural(
  count: number,
  forms: { readonly one: string; readonly other: string },
): string {
  // The rule of English. `Intl.PluralRules` takes as long to make as drawing a field.
  return (count === 1 ? forms.one : forms.other).replace("#", formatNumber(count));
}

/** Formats a size in MB of 1,000,000 bytes, and from 1,000 MB on in GB. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  // A size that would round to 1,000.0 MB is shown as 1 GB.
  return megabytes < 999.95
    ? `${formatNumber(megabytes, 1)} MB`
    : `${formatNumber(megabytes / 1000, 1)} GB`;
}

/** Joins the texts as "a, b and c". */
export function formatList(parts: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(parts);
}

/** By the number of decimals. Making one takes as long as drawing a field. */
const numberFormats = new Map<number, Intl.NumberFormat>();

/** Returns a number with separated thousands and at most `digits` decimals. */
export function formatNumber(value: number, digits = 0): string {
  // A start shows such a number, and would wait until the browser has loaded its languages.
  if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value);
  const known = numberFormats.get(digits);
  const format = known ?? new Intl.NumberFormat("en-GB", { maximumFractionDigits: digits });
  if (!known) numberFormats.set(digits, format);
  return format.format(value);
}
