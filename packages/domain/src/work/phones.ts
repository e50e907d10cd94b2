/** A phone number as a phone number library parses it. */
export interface ReadPhone {
  readonly countryCallingCode: string;
  readonly nationalNumber: string;
  /** Whether the library says that a subscriber can have the number. */
  isValid(): boolean;
}

const gbCallingCode = "44";
/** Numbers reserved for drama, tests and demonstrations, which a library rejects. */
const dramaMobile = /^7700900\d{3}$/;

/** Whether the number can be called in Great Britain. */
export function isCallableInGb(phone: ReadPhone | undefined): boolean {
  if (phone?.countryCallingCode !== gbCallingCode) return false;
  return phone.isValid() || dramaMobile.test(phone.nationalNumber);
}
