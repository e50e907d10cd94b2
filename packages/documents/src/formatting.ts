export function formatYesNo(value: boolean): string {
  return value ? "Yes" : "No";
}

/** `2015-01-15` as people write it; what is no such date stands as it is. */
export function formatDay(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date) ?? [];
  return year === undefined ? date : `${day}/${month}/${year}`;
}

/** The bytes of a drawn signature; null where there is none. */
export function decodeImageDataUrl(url: string | null): Uint8Array | null {
  const [, base64] = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/]+=*)$/.exec(url ?? "") ?? [];
  if (base64 === undefined) return null;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
