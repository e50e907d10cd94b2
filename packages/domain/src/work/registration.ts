import { cutText } from "./cut.ts";

export const maxRegistration = 8;

/** Two letters, two digits, a space, three letters: always accepted. */
const currentFormat = /^[A-Z]{2}[0-9]{2} [A-Z]{3}$/;

/** Further formats that the office may allow: older, private and Northern Irish plates. */
const furtherFormats = {
  prefix: /^[A-Z][0-9]{1,3} [A-Z]{3}$/,
  suffix: /^[A-Z]{3} [0-9]{1,3}[A-Z]$/,
  dateless: /^([A-Z]{1,3} [0-9]{1,4}|[0-9]{1,4} [A-Z]{1,3})$/,
  "northern-ireland": /^(?=[A-Z]*[IZ])[A-Z]{3} [0-9]{1,4}$/,
} as const satisfies Record<string, RegExp>;

export type RegistrationFormat = keyof typeof furtherFormats;

/** Returns the known formats among `names`. A name that this build does not know allows nothing. */
export function registrationFormats(names: readonly string[]): readonly RegistrationFormat[] {
  return names.filter((name): name is RegistrationFormat => Object.hasOwn(furtherFormats, name));
}

/**
 * Returns the text to store: uppercase, at most eight characters. Pasted extra spaces do not count, and a plate of today's
 * format gets the space that was left out.
 */
export function cutRegistration(typed: string): string {
  const text = typed.trimStart().replaceAll(/\s+/g, " ").toUpperCase();
  return cutText(text.replace(/^([A-Z]{2}[0-9]{2})([A-Z]{3})$/, "$1 $2"), maxRegistration);
}

/** Spaces around `text` do not count. */
export function isRegistration(
  text: string,
  extraFormats: readonly RegistrationFormat[] = [],
): boolean {
  const plate = readRegistration(text);
  return (
    currentFormat.test(plate) || extraFormats.some((format) => furtherFormats[format].test(plate))
  );
}

/** A vehicle's registration as it is stored: capital letters, without spaces around it. */
export function readRegistration(text: string): string {
  return text.trim().toUpperCase();
}
