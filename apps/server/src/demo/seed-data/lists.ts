import { entityCode, type fieldNames } from "@fieldfare/contract";

export type FieldName = (typeof fieldNames)[number];

/** One choice: its value, its text, and whether the engineer must add a text. */
type Choice = readonly [value: number, text: string, asks?: "text"];

/** The lists that screens choose from. The trade's rules fix the values 2, 14 and 16 of `Type`. */
export const lists: Readonly<
  Record<FieldName, { readonly entityCode: number; readonly choices: readonly Choice[] }>
> = {
  HoldReason: {
    entityCode: entityCode.fieldOperativeAppointment,
    choices: [
      [1, "Awaiting part", "text"],
      [2, "Second engineer"],
      [3, "Supervisor"],
      [4, "Tenant's request"],
      [5, "Other", "text"],
    ],
  },
  NoAccessReason: {
    entityCode: entityCode.fieldOperativeAppointment,
    choices: [
      [1, "No answer"],
      [2, "Access refused"],
      [3, "Unsafe to enter"],
      [4, "Loose dog"],
      [5, "Wrong address"],
      [6, "Only under-18s present"],
      [7, "Not convenient"],
      [8, "Meter without credit"],
    ],
  },
  Condition: {
    entityCode: entityCode.propertyAsset,
    choices: [
      [1, "Good"],
      [2, "Fair"],
      [3, "Poor"],
      [4, "Beyond economic repair"],
    ],
  },
  FlueDirection: {
    entityCode: entityCode.propertyAsset,
    choices: [
      [1, "Horizontal rear"],
      [2, "Horizontal left"],
      [3, "Horizontal right"],
      [4, "Vertical"],
      [5, "None"],
    ],
  },
  FlueType: {
    entityCode: entityCode.propertyAsset,
    choices: [
      [1, "Room sealed"],
      [2, "Open"],
      [3, "Balanced"],
      [4, "Flueless"],
    ],
  },
  FuelType: {
    entityCode: entityCode.propertyAsset,
    choices: [
      [1, "Natural gas"],
      [2, "LPG"],
      [3, "Oil"],
      [4, "Electricity"],
      [5, "Solid fuel"],
    ],
  },
  Location: {
    entityCode: entityCode.propertyAsset,
    choices: [
      [1, "Kitchen"],
      [2, "Utility"],
      [3, "Airing cupboard"],
      [4, "Loft"],
      [5, "Garage"],
      [6, "Hall"],
      [7, "Lounge"],
      [8, "Bedroom"],
      [9, "Bathroom"],
      [10, "External"],
    ],
  },
  Ownership: {
    entityCode: entityCode.propertyAsset,
    choices: [
      [1, "Landlord"],
      [2, "Tenant"],
      [3, "Leaseholder"],
    ],
  },
  Type: {
    entityCode: entityCode.propertyAsset,
    choices: [
      [1, "Combi boiler"],
      [3, "System boiler"],
      [4, "Regular boiler"],
      [5, "Back boiler"],
      [6, "Gas fire, inset"],
      [7, "Gas fire, outset"],
      [8, "Cooker"],
      [9, "Hob"],
      [10, "Oven"],
      [11, "Water heater"],
      [12, "Warm air unit"],
      [16, "Smoke alarm"],
      [2, "CO alarm"],
      [14, "Heat alarm"],
    ],
  },
  ContactType: {
    entityCode: entityCode.propertyContact,
    choices: [
      [1, "Tenant"],
      [2, "Joint tenant"],
      [3, "Family member"],
      [4, "Carer"],
      [5, "Keyholder"],
      [6, "Managing agent"],
    ],
  },
};
