/** Returns SQL that does to `text`, a piece of SQL, what the domain's `normaliseForSearch` does to a string. */
export function searchableSql(text: string): string {
  return `regexp_replace(lower(${text}), '[''\u2018\u2019\u201B\u02BC\u02B9\u2032\u0060\u00B4\uFF07]', '', 'g')`;
}

/** Returns the text as it is in a pattern of `like`. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
