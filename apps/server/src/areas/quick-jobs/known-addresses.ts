import type { CallAnswer, lookUpPostcode } from "@fieldfare/contract";

/** Invented addresses for a lookup without a provider. */
export const knownAddresses: CallAnswer<typeof lookUpPostcode> = [
  ...buildStreet("Lapwing Close", "LS6 2QX", [1, 3, 5, 7, 9, 11]),
  ...buildStreet("Redstart Road", "LS8 4ZB", [2, 4, 6, 8]),
  ...buildStreet("Dunnock Way", "BD3 9VN", [10, 12, 14]),
  ...buildStreet("Wheatear Terrace", "HX1 5YQ", [21, 22, 23, 24, 25]),
];

function buildStreet(name: string, postcode: string, numbers: readonly number[]) {
  const town = { LS: "Leeds", BD: "Bradford", HX: "Halifax" }[postcode.slice(0, 2)] ?? null;
  return numbers.map((number) => ({
    addressLine1: `${number} ${name}`,
    addressLine2: null,
    addressLine3: town,
    addressLine4: "West Yorkshire",
    postcode,
  }));
}
