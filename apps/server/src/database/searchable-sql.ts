import { normaliseForSearch } from "@fieldfare/domain";

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

/** Returns the text as it is in a pattern of `like`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
