/** Apostrophes as keyboards, phones and offices write them: ' and its curly, modifier and accent forms. */
const apostrophes = /['\u2018\u2019\u201B\u02BC\u02B9\u2032\u0060\u00B4\uFF07]/g;

/** Returns text as a search compares it: in lowercase and without apostrophes, so that "obrien" finds "O’Brien". */
export function normaliseForSearch(text: string): string {
  return text.toLowerCase().replaceAll(apostrophes, "");
}
