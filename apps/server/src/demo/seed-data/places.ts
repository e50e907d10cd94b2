/** Real outward codes with their district, town and approximate centre. */
export const places = [
  { outward: "LS6", district: "Headingley", latitude: 53.82, longitude: -1.576 },
  { outward: "LS7", district: "Chapel Allerton", latitude: 53.824, longitude: -1.539 },
  { outward: "LS8", district: "Roundhay", latitude: 53.829, longitude: -1.502 },
  { outward: "LS9", district: "Burmantofts", latitude: 53.8, longitude: -1.518 },
  { outward: "LS10", district: "Hunslet", latitude: 53.773, longitude: -1.527 },
  { outward: "LS11", district: "Beeston", latitude: 53.777, longitude: -1.553 },
  { outward: "LS12", district: "Armley", latitude: 53.794, longitude: -1.589 },
  { outward: "LS13", district: "Bramley", latitude: 53.811, longitude: -1.63 },
  { outward: "LS14", district: "Seacroft", latitude: 53.823, longitude: -1.458 },
  { outward: "LS15", district: "Cross Gates", latitude: 53.802, longitude: -1.451 },
  { outward: "LS17", district: "Moortown", latitude: 53.848, longitude: -1.527 },
  { outward: "LS27", district: "Morley", latitude: 53.746, longitude: -1.598 },
  { outward: "LS28", district: "Pudsey", latitude: 53.799, longitude: -1.668 },
] as const;

export const town = "Leeds";

/** Letters that the inward part of a postcode uses. */
export const inwardLetters = "ABDEFGHJLNPQRSTUWXYZ";

/** Stores where ordered parts wait. */
export const stores = [
  {
    locationId: 1,
    siteName: "Aire Valley Heating Supplies",
    locationName: "Trade counter",
    deliveryType: "Collect",
    addressLine1: "4 Kirkstall Wharf, Leeds",
    store: "Leeds",
  },
  {
    locationId: 2,
    siteName: "Fieldfare depot",
    locationName: "Locker 12",
    deliveryType: "Locker",
    addressLine1: "Unit 7, Hunslet Trading Estate, Leeds",
    store: null,
  },
] as const;

/** Telephone numbers that are reserved for drama: nobody answers them. */
export const dramaNumbers = {
  mobile: (last3: string) => `07700900${last3}`,
  leeds: (last3: string) => `01134960${last3}`,
} as const;
