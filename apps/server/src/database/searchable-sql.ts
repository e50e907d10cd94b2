import { normaliseForSearch } from "@fieldfare/domain";
import type { Parameters } from "./parameters.ts";

/** The words of a search, as they are compared. Without a search there are none. */
export function listWords(search = ""): string[] {
  return normaliseForSearch(search).split(/\s+/).filter(Boolean);
}

/** Returns SQL that does to `text`, a piece of SQL, what the domain's `normaliseForSearch` does to a string. */
export function searchableSql(text: string): string {
  return `regexp_replace(lower(${text}), '[''\u2018\u2019\u201B\u02BC\u02B9\u2032\u0060\u00B4\uFF07]', '', 'g')`;
}

/**
 * Whether the trigrams of an index find one of the words anywhere in a text. They are of letters and digits, and a word
 * that begins or ends inside of the pattern counts as if it had two spaces before it and one after it. Which other letters
 * count depends on the locale of the database.
 */
export function findsByIndex(words: readonly string[]): boolean {
  return words.some((word) =>
    /[a-z0-9]{3}|[a-z0-9]{2}[!-/:-@[-`{-~]|[!-/:-@[-`{-~][a-z0-9]/.test(word),
  );
}

/** How texts are compared: those that a trigram index gives, or one after another in some order. */
type Comparison = "by-index" | "in-order";

/** Returns SQL for whether `text`, a piece of SQL, contains every word. */
export function containsWordsSql(
  text: string,
  words: readonly string[],
  parameters: Parameters,
  comparison: Comparison = "by-index",
): string {
  return words.map((word) => containsWordSql(text, word, parameters, comparison)).join(" and ");
}

/**
 * Returns SQL for whether a search finds the home whose address, or more of it, is `text`, a piece of SQL: it has every word,
 * and a house number before a street begins a word of it. "12 acacia" finds 12 and 120 Acacia Avenue and not 112. All searches
 * for homes ask this, so that they agree.
 */
export function homeHasWordsSql(
  text: string,
  words: readonly string[],
  parameters: Parameters,
  comparison: Comparison = "by-index",
): string {
  return words
    .map((word, index) =>
      isHouseNumber(word) && isStreet(words[index + 1] ?? "")
        ? `${text} ~ ${parameters.add(`${beginningOfWord}${word}`)}`
        : containsWordSql(text, word, parameters, comparison),
    )
    .join(" and ");
}

/** Longer numbers have trigrams wherever they are. Nothing else may become a part of a regular expression. */
const isHouseNumber = (word: string) => /^[0-9]{1,2}[a-z]?$/.test(word);

/** Letters, three of them together, and hyphens between letters, as in "ysgubor-y-coed". */
const isStreet = (word: string) => /^\p{L}+(?:-\p{L}+)*$/u.test(word) && /\p{L}{3}/u.test(word);

/**
 * A regular expression for the beginning of a text, or for a space or a sign before a word. The index has trigrams of a word with
 * spaces before it, but looks for them only if the expression lists what may be before the word, and nothing of it is beyond
 * U+07FF: with `[^a-z0-9]`, `\m` or a long dash it gives every home.
 */
const beginningOfWord = String.raw`(?:^|[\u0001-/:-@\[-\`{-~\u00A0])`;

function containsWordSql(
  text: string,
  word: string,
  parameters: Parameters,
  comparison: Comparison,
): string {
  const isLike = (pattern: string) => `${text} like ${parameters.add(pattern)}`;
  const patterns = comparison === "by-index" ? listPatterns(word) : null;
  if (!patterns) return isLike(`%${escapeLike(word)}%`);
  // The index does not know the last condition: only texts that have the patterns are compared with the word.
  return [...patterns.map(isLike), `strpos(${text}, ${parameters.add(word)}) > 0`].join(" and ");
}

/**
 * Returns patterns that every text with the word has. An index reads a list of texts for each trigram of a pattern, and those
 * that overlap say nearly the same: each third one and the last find hardly more than all. What comes before a number and all but
 * its last nine digits are left out, since most texts have the same there. Null: only the whole word will do.
 */
function listPatterns(word: string): readonly string[] | null {
  if (!/^[a-z0-9]{6,}$/.test(word)) return null;
  const [part] = /[0-9]{6,9}(?![0-9]).*$/.exec(word) ?? [word];
  const thirds = part.match(/.{3}/g) ?? [];
  const last = part.length % 3 === 0 ? [] : [`%${part.slice(-3)}%`];
  return [`%${thirds.join("%")}%`, ...last];
}

/** Returns the text as it is in a pattern of `like`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
