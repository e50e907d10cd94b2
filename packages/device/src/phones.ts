import { isCallableInGb } from "@fieldfare/domain";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Whether a number, as it is dialled in Great Britain or with +44, is one that can be called. */
export function isGbPhone(number: string): boolean {
  return isCallableInGb(parsePhoneNumberFromString(number, "GB"));
}
