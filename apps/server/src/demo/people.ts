import { faker } from "@faker-js/faker/locale/en_GB";
import type { Business, DataRow } from "@fieldfare/contract";
import type { OfficeRole } from "@fieldfare/contract/office";
import { propertyPermission } from "@fieldfare/domain";
import { dramaNumbers } from "./seed-data/places.ts";
import { deterministicId } from "./ids.ts";

/** The creation date of everything that does not belong to a day. */
export const demoStartedOn = "2026-01-05T09:00:00.000Z";

/** Adds `index` minutes, so that rows that were made together have an order. */
export function addMinutes(moment: string, index: number): string {
  return new Date(Date.parse(moment) + index * 60_000).toISOString();
}

export const demoPassword = "Fieldfare-1";

export interface Person {
  readonly key: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly perms: readonly string[];
}

export interface Engineer extends Person {
  readonly fieldOperativeId: string;
  readonly recordsMileage: boolean;
  readonly mobileNumber: string;
  readonly gasSafeIdCard: string;
}

/** Invented: nobody is registered under these numbers. */
export const demoBusiness: Business = {
  name: "Fieldfare Heating Services Ltd",
  address: "Unit 7, Hunslet Trading Estate\nLeeds\nLS10 1AB",
  telephone: dramaNumbers.leeds("400"),
  gasSafeRegistration: "000123",
};

export const demoLandlord = {
  name: "Aire Valley Homes",
  address: "2 Wharf Approach\nLeeds\nLS1 4AB",
} as const;

/** Sam sees the planner (Scheduler, View) and records mileage. Alex does neither. */
export const engineers: readonly [sam: Engineer, alex: Engineer] = [
  {
    key: "sam",
    accountId: deterministicId("account/sam"),
    fieldOperativeId: deterministicId("operative/sam"),
    name: "Sam Taylor",
    email: "sam.taylor@fieldfare.example",
    role: "Field engineer",
    perms: ["21#1", propertyPermission],
    recordsMileage: true,
    mobileNumber: dramaNumbers.mobile("461"),
    gasSafeIdCard: "0001461",
  },
  {
    key: "alex",
    accountId: deterministicId("account/alex"),
    fieldOperativeId: deterministicId("operative/alex"),
    name: "Alex Morgan",
    email: "alex.morgan@fieldfare.example",
    role: "Second field engineer",
    perms: [propertyPermission],
    recordsMileage: false,
    mobileNumber: dramaNumbers.mobile("462"),
    gasSafeIdCard: "0001462",
  },
];

export interface OfficePerson extends Person {
  readonly roles: readonly OfficeRole[];
}

/** Robin may do everything in the office. The others have one role each, with the same password. */
export const officePeople: readonly [administrator: OfficePerson, ...OfficePerson[]] = [
  officePerson("office", "Robin Ellis", "administrator"),
  officePerson("planner", "Jamie Shaw", "planner"),
  officePerson("supervisor", "Morgan Hart", "supervisor"),
  officePerson("viewer", "Charlie Dean", "viewer"),
  officePerson("integration", "Housing system", "integration"),
];

function officePerson(key: string, name: string, role: OfficeRole): OfficePerson {
  return {
    key,
    accountId: deterministicId(`account/${key}`),
    name,
    email: `${key}@fieldfare.example`,
    role: `Office ${role}`,
    perms: [],
    roles: [role],
  };
}

const jobTitles = [
  "Contract manager",
  "Field supervisor",
  "Gas supervisor",
  "Stores and parts",
  "Scheduler",
  "Call handler",
  "Health and safety adviser",
  "Housing officer",
  "Lettings officer",
  "Quality inspector",
] as const;

/** Names with letters that no English keyboard has, or that sort under no letter, by their place in the list. */
const namesFromElsewhere: Readonly<Record<number, readonly [first: string, last: string]>> = {
  17: ["Zoë", "Ødegård"],
  58: ["Łukasz", "Łęcki"],
  96: ["Siobhán", "Ó Briain"],
  141: ["Élodie", "Étienne"],
  203: ["Wouter", "'t Hooft"],
  266: ["محمد", "الهاشمي"],
};

/** Builds the company's telephone list. */
export function companyContacts(count = 300): DataRow<"Contacts">[] {
  faker.seed(4600);
  return Array.from({ length: count }, (_, index) => {
    const generatedName = [faker.person.firstName(), faker.person.lastName()] as const;
    const [firstName, lastName] = namesFromElsewhere[index] ?? generatedName;
    return {
      contactId: deterministicId(`contact/${index}`),
      firstName,
      lastName,
      jobTitle: jobTitles[index % jobTitles.length] ?? null,
      mobilePhone: mobileNumber(index),
      email:
        `${generatedName[0]}.${generatedName[1]}.${index}`
          .toLowerCase()
          .replaceAll(/[^a-z0-9.]/g, "") + "@fieldfare.example",
      isFavourite: false,
      modifiedOn: demoStartedOn,
    };
  });
}

/** A mobile number that Ofcom keeps for drama. */
export function mobileNumber(index: number): string {
  return dramaNumbers.mobile(lastThree(index));
}

/** A telephone number in Leeds that Ofcom keeps for drama. */
export function leedsNumber(index: number): string {
  return dramaNumbers.leeds(lastThree(index));
}

function lastThree(index: number): string {
  return String(index % 1000).padStart(3, "0");
}
