import { isCallableInGb } from "@fieldfare/domain";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** True for a number that can be called, as dialled in Great Britain or with +44. */
export function isGbPhone(number: string): boolean {
  return isCallableInGb(parsePhoneNumberFromString(number, "GB"));
}
