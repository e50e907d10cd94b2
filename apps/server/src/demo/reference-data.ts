import { listKeys } from "@fieldfare/domain";
import type { DataRow } from "@fieldfare/contract";
import type { SyncedType } from "@fieldfare/domain";
import { applianceType, type ApplianceKind, manufacturers } from "./seed-data/appliances.ts";
import { rootCauses, unsafeClasses } from "./seed-data/causes.ts";
import { lists } from "./seed-data/lists.ts";
import { partCategories, partUnitTypes } from "./seed-data/parts.ts";
import { trades } from "./seed-data/rates.ts";
import { jobStages } from "./seed-data/work.ts";
import { companyContacts } from "./people.ts";

export type ReferenceData = { readonly [T in SyncedType]: readonly DataRow<T>[] };

/** Builds all thirteen data sets of the demo, with the same rows every time. */
export function referenceData(): ReferenceData {
  return {
    DomainData: domainData(),
    CustomForm: [],
    Part: parts(),
    PartCategory: partCategories.map(({ partCategoryId, name }) => ({ partCategoryId, name })),
    PartUnitType: partUnitTypes.map((unit) => ({ ...unit })),
    Manufacturer: manufacturers.map(({ name }, index) => ({ manufacturerId: index + 1, name })),
    ManufacturerModel: models(),
    ManufacturerRank: ranks(),
    JobStage: jobStages.map((stage) => ({ ...stage })),
    Sor: scheduleOfRates(),
    UnsafeSituation: unsafeSituations(),
    Contacts: companyContacts(),
    RootCauses: [...rootCauses],
  };
}

function domainData(): DataRow<"DomainData">[] {
  return Object.entries(lists).flatMap(([fieldName, { entityCode, choices }], list) =>
    choices.map(([value, text, requiresText], index) => ({
      domainDataId: (list + 1) * 1000 + value,
      entityCode,
      fieldName,
      value,
      text,
      sortOrder: index + 1,
      requiresAdditionalText: requiresText === "text",
    })),
  );
}

/** Builds one code for every verb, item and size of each trade. */
export function scheduleOfRates(): DataRow<"Sor">[] {
  const works = trades.flatMap((trade) =>
    trade.items
      .flatMap((item) =>
        trade.verbs.flatMap((verb) =>
          trade.sizes.map((size) => [verb, item, size].filter(Boolean).join(" ")),
        ),
      )
      .map((description, index) => ({
        code: `${trade.prefix}${trade.from + index}`,
        description,
        unit: trade.unit,
      })),
  );
  return works.map((work, index) => ({ sorCodeId: index + 1, ...work }));
}

const partCount = 3000;

function parts(): DataRow<"Part">[] {
  const ofAny = partCategories.flatMap(({ partCategoryId, universalNames: names }) =>
    names.map((description) => ({ partCategoryId, description, manufacturer: "" })),
  );
  const boilers = models().filter(({ type }) => boilerTypes.has(type));
  const ofModel = boilers.flatMap((model) => {
    const manufacturer = manufacturers[model.manufacturerId - 1]?.name ?? "";
    return partCategories.flatMap(({ partCategoryId, namesPerModel: names }) =>
      names.map((name) => ({
        partCategoryId,
        description: `${name}, ${manufacturer} ${model.name}`,
        manufacturer,
      })),
    );
  });
  return [...ofAny, ...ofModel].slice(0, partCount).map((part, index) => ({
    partId: index + 1,
    partCode: `P${100_001 + index}`,
    description: part.description,
    partCategoryId: part.partCategoryId,
    partUnitTypeId: 1,
    manufacturerPartCode:
      part.manufacturer && `${part.manufacturer.slice(0, 2).toUpperCase()}-${87_000 + index}`,
  }));
}

const boilerTypes: ReadonlySet<number> = new Set([
  applianceType.combi,
  applianceType.system,
  applianceType.regular,
  applianceType.backBoiler,
]);

const electric: ReadonlySet<number> = new Set([
  applianceType.coAlarm,
  applianceType.heatAlarm,
  applianceType.smokeAlarm,
]);

/** The models of the demo's manufacturers. */
export function models(): DataRow<"ManufacturerModel">[] {
  const listed = manufacturers.flatMap((manufacturer, index) =>
    listKinds(manufacturer.models).flatMap(([kind, names]) =>
      names.map((name) => ({
        manufacturerId: index + 1,
        name,
        type: applianceType[kind],
      })),
    ),
  );
  return listed.map((model, index) => ({
    manufacturerModelId: index + 1,
    ...model,
    gasCouncilNumber: boilerTypes.has(model.type) ? String(4_700_101 + index * 37) : null,
    fuelType: electric.has(model.type) ? null : 1,
  }));
}

/** Ranks manufacturers by kind of appliance, and each manufacturer's models, by how common they are. */
function ranks(): DataRow<"ManufacturerRank">[] {
  const all = models();
  const rows = Object.values(applianceType).flatMap((type) => {
    const ofType = all.filter((model) => model.type === type);
    const manufacturerIds = [...new Set(ofType.map((model) => model.manufacturerId))];
    return manufacturerIds.flatMap((manufacturerId, index) => [
      { manufacturerId, manufacturerModelId: null, type, typeRank: index + 1 },
      ...ofType
        .filter((model) => model.manufacturerId === manufacturerId)
        .map(({ manufacturerModelId }, place) => ({
          manufacturerId,
          manufacturerModelId,
          type,
          typeRank: place + 1,
        })),
    ]);
  });
  return rows.map((row, index) => ({ manufacturerRankId: index + 1, ...row }));
}

function unsafeSituations(): DataRow<"UnsafeSituation">[] {
  return unsafeClasses
    .flatMap(({ situations, code, ...kind }) =>
      situations.map((description, index) => ({
        ...kind,
        code: `${code}${index + 1}`,
        description,
      })),
    )
    .map((row, index) => ({ unsafeSituationId: index + 1, ...row }));
}

function listKinds(
  byKind: Readonly<Partial<Record<ApplianceKind, readonly string[]>>>,
): [ApplianceKind, readonly string[]][] {
  return listKeys(byKind).map((kind) => [kind, byKind[kind] ?? []]);
}
