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

/** Returns SQL for whether `text`, a piece of SQL that has a trigram index, contains every word. */
export function containsWordsSql(
  text: string,
  words: readonly string[],
  parameters: Parameters,
): string {
  const isLike = (pattern: string) => `${text} like ${parameters.add(pattern)}`;
  return words
    .flatMap((word) => {
      const patterns = listPatterns(word);
      if (!patterns) return isLike(`%${escapeLike(word)}%`);
      // The index does not know the last condition: only texts that have the patterns are compared with the word.
      return [...patterns.map(isLike), `strpos(${text}, ${parameters.add(word)}) > 0`];
    })
    .join(" and ");
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
