import { isolateText } from "@fieldfare/domain";

/** "Yes" or "No". */
export function formatYesNo(value: boolean): string {
  return value ? "Yes" : "No";
}

/** Joins the values that are known, each in its own direction. */
export function joinIsolated(
  separator: string,
  values: readonly (string | null | undefined)[],
): string {
  return values.flatMap((value) => (value ? [isolateText(value)] : [])).join(separator);
}

/** Formats `2015-01-15` as 15/01/2015; any other text is unchanged. */
export function formatDay(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  return year === undefined ? date : `${day}/${month}/${year}`;
}

/** Returns the bytes of a drawn signature; null if there is none. */
export function decodeImageDataUrl(url: string | null): Uint8Array | null {
  const [, base64] = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+=*)$/.exec(url ?? "") ?? [];
  if (base64 === undefined) return null;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
