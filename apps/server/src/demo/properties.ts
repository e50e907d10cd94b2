import { faker } from "@faker-js/faker/locale/en_GB";
import type { Property, PropertyAppliance, PropertyTenant } from "@fieldfare/contract";
import { type ApplianceKind, applianceType, manufacturers } from "./seed-data/appliances.ts";
import { inwardLetters, places, town } from "./seed-data/places.ts";
import type { Visit } from "./seed-data/visits.ts";
import { notices } from "./seed-data/work.ts";
import { deterministicId } from "./ids.ts";
import { demoStartedOn, demoLandlord, leedsNumber, mobileNumber, addMinutes } from "./people.ts";
import { models } from "./reference-data.ts";

/** Builds the property of a visit. The same `key` and `seed` give the same property, people and appliances. */
export function buildProperty(key: string, seed: number, visit: Visit): Property {
  faker.seed(seed);
  const propertyId = deterministicId(`property/${key}`);
  const place = faker.helpers.arrayElement(places);
  const street = faker.location.street();
  return {
    propertyId,
    addressLine1: `${faker.number.int({ min: 1, max: 148 })} ${street}`,
    addressLine2: place.district,
    addressLine3: town,
    addressLine4: "West Yorkshire",
    postcode: `${place.outward} ${randomInwardCode()}`,
    coordinatesLatitude: jitter(place.latitude),
    coordinatesLongitude: jitter(place.longitude),
    uprn: String(100_000_000_000 + Number.parseInt(propertyId.slice(0, 7), 16)),
    landlord: { ...demoLandlord },
    notifications: visit.notices.map(({ name, alert }) => ({
      propertyNotificationId: deterministicId(`notification/${key}/${name}`),
      ...notices[name],
      alertEngineer: alert,
      confirmedRead: false,
      confirmedReadTimestamp: null,
    })),
    assets: visit.appliances.map((kind, index) =>
      buildAppliance(kind, deterministicId(`asset/${key}/${index}`), propertyId, index),
    ),
    tenants: Array.from({ length: visit.tenants }, (_, index) =>
      buildTenant(deterministicId(`tenant/${key}/${index}`), propertyId, index),
    ),
  };
}

function buildTenant(propertyTenantId: string, propertyId: string, index: number): PropertyTenant {
  const firstName = faker.person.firstName();
  const lastName = faker.person.lastName();
  const number = faker.number.int({ min: 0, max: 999 });
  return {
    propertyTenantId,
    propertyId,
    fullName: `${firstName} ${lastName}`,
    isPrimaryTenant: index === 0,
    contactType: index === 0 ? 1 : 2,
    emailAddress:
      index === 0
        ? `${firstName}.${lastName}`.toLowerCase().replaceAll(/[^a-z.]/g, "") + "@tenant.example"
        : null,
    contactMethodType: index === 0 ? 2 | 4 : 2,
    phones: [
      { phoneType: "Mobile", number: mobileNumber(number) },
      ...(index === 0 ? [{ phoneType: "Home" as const, number: leedsNumber(number) }] : []),
    ],
    addedByEngineer: false,
    flagDeleted: false,
    createdOn: addMinutes(demoStartedOn, index),
    modifiedOn: demoStartedOn,
  };
}

interface ApplianceSetting {
  readonly location: number;
  readonly flueType: number;
  readonly flueDirection: number;
}

const roomSealed = { flueType: 1, flueDirection: 1 } as const;
const openFlued = { flueType: 2, flueDirection: 4 } as const;
const flueless = { flueType: 4, flueDirection: 5 } as const;

/** The usual location of an appliance. The three kinds of alarm have only a location. */
const settings: Readonly<Record<ApplianceKind, ApplianceSetting>> = {
  combi: { location: 1, ...roomSealed },
  system: { location: 3, ...roomSealed },
  regular: { location: 2, ...roomSealed },
  backBoiler: { location: 7, ...openFlued },
  fireInset: { location: 7, ...openFlued },
  fireOutset: { location: 7, ...openFlued },
  cooker: { location: 1, ...flueless },
  hob: { location: 1, ...flueless },
  oven: { location: 1, ...flueless },
  waterHeater: { location: 9, ...roomSealed },
  warmAir: { location: 3, ...openFlued },
  smokeAlarm: { location: 6, ...flueless },
  heatAlarm: { location: 1, ...flueless },
  coAlarm: { location: 2, ...flueless },
};

const simple: ReadonlySet<ApplianceKind> = new Set(["smokeAlarm", "heatAlarm", "coAlarm"]);

function buildAppliance(
  kind: ApplianceKind,
  propertyAssetId: string,
  propertyId: string,
  index: number,
): PropertyAppliance {
  const type = applianceType[kind];
  const model = faker.helpers.arrayElement(models().filter((candidate) => candidate.type === type));
  const age = faker.number.int({ min: 0, max: 12 });
  const detailed = !simple.has(kind);
  const { location, flueType, flueDirection } = settings[kind];
  return {
    propertyAssetId,
    propertyId,
    type,
    manufacturerId: model.manufacturerId,
    manufacturerName: manufacturers[model.manufacturerId - 1]?.name ?? null,
    unknownManufacturerName: null,
    manufacturerModelId: model.manufacturerModelId,
    modelName: model.name,
    unknownModelName: null,
    gasCouncilNumber: model.gasCouncilNumber,
    location,
    fuelType: detailed ? 1 : null,
    flueType: detailed ? flueType : null,
    flueDirection: detailed ? flueDirection : null,
    condition: detailed ? faker.number.int({ min: 1, max: 3 }) : null,
    ownership: detailed ? (kind === "cooker" ? 2 : 1) : null,
    serialNumber: detailed ? faker.string.numeric(10) : null,
    estimatedAge: detailed ? age : null,
    dateInstalled: `${2026 - age}-01-15`,
    addedByEngineer: false,
    scrapped: false,
    scrappedDateTime: null,
    createdOn: addMinutes(demoStartedOn, index),
    modifiedOn: demoStartedOn,
  };
}

function randomInwardCode(): string {
  const letters = inwardLetters.split("");
  return [
    faker.number.int({ min: 1, max: 9 }),
    faker.helpers.arrayElement(letters),
    faker.helpers.arrayElement(letters),
  ].join("");
}

function jitter(degrees: number): number {
  return Number((degrees + faker.number.float({ min: -0.008, max: 0.008 })).toFixed(6));
}
