import { cutText } from "./cut.ts";

export const maxRegistration = 8;

/** Two letters, two digits, a space, three letters: always taken. */
const currentFormat = /^[A-Z]{2}[0-9]{2} [A-Z]{3}$/;

/** What the office may allow besides: older, private and Northern Irish plates. */
const furtherFormats = {
  prefix: /^[A-Z][0-9]{1,3} [A-Z]{3}$/,
  suffix: /^[A-Z]{3} [0-9]{1,3}[A-Z]$/,
  dateless: /^([A-Z]{1,3} [0-9]{1,4}|[0-9]{1,4} [A-Z]{1,3})$/,
  "northern-ireland": /^(?=[A-Z]*[IZ])[A-Z]{3} [0-9]{1,4}$/,
} as const satisfies Record<string, RegExp>;

export type RegistrationFormat = keyof typeof furtherFormats;

/** The formats among `names`; a name that this build does not know allows nothing. */
export function registrationFormats(names: readonly string[]): readonly RegistrationFormat[] {
  return names.filter((name): name is RegistrationFormat => Object.hasOwn(furtherFormats, name));
}

/** What is stored of what is typed: uppercase, eight characters. Spaces that were copied along do not use them up. */
export function cutRegistration(typed: string): string {
  return cutText(typed.trimStart().replaceAll(/\s+/g, " ").toUpperCase(), maxRegistration);
}

/** `text` as it is typed; spaces around it do not count. */
export function isRegistration(
  text: string,
  extraFormats: readonly RegistrationFormat[] = [],
): boolean {
  const plate = readRegistration(text);
  return (
    currentFormat.test(plate) || extraFormats.some((format) => furtherFormats[format].test(plate))
  );
}

export function readRegistration(text: string): string {
  return text.trim().toUpperCase();
}
