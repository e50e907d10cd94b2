import { isCallableInGb } from "@fieldfare/domain";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** Uses the same library and the same rule as the device. */
export function isGbPhone(number: string): boolean {
  return isCallableInGb(parsePhoneNumberFromString(number, "GB"));
}
