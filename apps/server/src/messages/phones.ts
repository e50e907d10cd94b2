import { isCallableInGb } from "@fieldfare/domain";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** As the device decides it, with the same library and the same rule. */
export function isGbPhone(number: string): boolean {
  return isCallableInGb(parsePhoneNumberFromString(number, "GB"));
}
