/** A phone number as a phone number library parses it. */
export interface ParsedPhone {
  readonly countryCallingCode: string;
  readonly nationalNumber: string;
  /** Whether the library says that a subscriber can have the number. */
  isValid(): boolean;
}

/**
 * Parses a number as it is dialled in the region, or with a country code; undefined if it is no number. The caller has
 * the library, because the domain depends on nothing.
 */
export type ParsePhone = (number: string, region: "GB") => ParsedPhone | undefined;

const gbCallingCode = "44";
/** Numbers reserved for drama, tests and demonstrations, which a library rejects. */
const dramaMobile = /^7700900\d{3}$/;

/** True for a number that can be called, as dialled in Great Britain or with +44. */
export function isGbPhone(number: string, parsePhone: ParsePhone): boolean {
  const phone = parsePhone(number, "GB");
  if (phone?.countryCallingCode !== gbCallingCode) return false;
  return phone.isValid() || dramaMobile.test(phone.nationalNumber);
}
