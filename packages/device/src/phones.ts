import { parsePhoneNumberFromString } from "libphonenumber-js/min";

const gbCallingCode = "44";
/** Kept free for drama, tests and demonstrations: the library calls it no subscriber's number. */
const dramaMobile = /^7700900\d{3}$/;

/** Whether a number, as it is dialled in Great Britain or with +44, is one that can be called. */
export function isGbPhone(number: string): boolean {
  const phone = parsePhoneNumberFromString(number, "GB");
  if (phone?.countryCallingCode !== gbCallingCode) return false;
  return phone.isValid() || dramaMobile.test(phone.nationalNumber);
}
