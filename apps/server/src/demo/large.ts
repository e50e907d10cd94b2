import { type DataRow, entityCode, fieldNames } from "@fieldfare/contract";
import { applianceType } from "./seed-data/appliances.ts";
import { deterministicId } from "./ids.ts";
import { demoStartedOn } from "./people.ts";
import { type ReferenceData, referenceData } from "./reference-data.ts";

export interface LargeSizes {
  readonly parts: number;
  readonly sors: number;
  readonly models: number;
  readonly domain: number;
  readonly forms: number;
}

/** About 30 MB of JSON, as much as the devices of a large landlord store. */
export const largeSizes: LargeSizes = {
  parts: 60_000,
  sors: 20_000,
  models: 20_000,
  domain: 5_000,
  forms: 200,
};

/** Generates reference data of any size for measuring: invented, in the contract's shapes, the same every time. */
export function generateLarge(sizes: LargeSizes = largeSizes): ReferenceData {
  const small = referenceData();
  const manufacturerCount = small.Manufacturer.length;
  return {
    ...small,
    Part: generateRows(sizes.parts, (index) => {
      const base = pick(small.Part, index);
      return {
        partId: index + 1,
        partCode: `P${1_000_001 + index}`,
        description: `${base.description}, ${phrase(index, 17)}`,
        partCategoryId: base.partCategoryId,
        partUnitTypeId: base.partUnitTypeId,
        manufacturerPartCode: `MF-${(index * 7919) % 1_000_000}-${index}`,
      };
    }),
    Sor: generateRows(sizes.sors, (index) => {
      const base = pick(small.Sor, index);
      return {
        sorCodeId: index + 1,
        code: `${base.code.slice(0, 2)}${700_001 + index}`,
        description: `${base.description}: ${phrase(index, 46)}`,
        unit: base.unit,
      };
    }),
    ManufacturerModel: generateRows(sizes.models, (index) => ({
      manufacturerModelId: index + 1,
      manufacturerId: (index % manufacturerCount) + 1,
      name: `${phrase(index, 3)} ${index}`,
      type: pick(Object.values(applianceType), index),
      gasCouncilNumber: String(1_000_001 + index),
      fuelType: 1 + (index % 3),
    })),
    DomainData: generateRows(sizes.domain, (index) => ({
      domainDataId: index + 1,
      entityCode: pick(Object.values(entityCode), index),
      fieldName: pick(fieldNames, index),
      value: 1000 + index,
      text: phrase(index, 4),
      sortOrder: index,
      requiresAdditionalText: index % 50 === 0,
    })),
    CustomForm: generateRows(sizes.forms, form),
  };
}

function form(index: number): DataRow<"CustomForm"> {
  return {
    customFormId: deterministicId(`large/form/${index}`),
    customFormDefinitionId: deterministicId(`large/definition/${index}`),
    version: 1,
    definition: {
      name: `Form ${index + 1}`,
      description: phrase(index, 10),
      isSubForm: false,
      content: {
        pages: generateRows(8, (page) => ({
          name: `page${page}`,
          title: phrase(page, 3),
          elements: generateRows(10, (question) => ({
            type: question % 3 === 0 ? "boolean" : "text",
            name: `question${page}-${question}`,
            title: phrase(index + page * 10 + question, 9),
            isRequired: question % 2 === 0,
          })),
        })),
      },
    },
    jobCategoryId: null,
    jobDetailTypeId: null,
    jobStageId: null,
    usageRequirement: 1,
    modifiedOn: demoStartedOn,
  };
}

const words =
  "valve boiler flue seal pump brass copper radiator loft meter inlet outlet upper lower spare washer gasket bracket sensor relay".split(
    " ",
  );

/** Joins `count` words that differ from index to index. */
function phrase(index: number, count: number): string {
  return generateRows(count, (place) =>
    pick(words, index * 31 + place * (index % 17) + place),
  ).join(" ");
}

function generateRows<Row>(count: number, row: (index: number) => Row): Row[] {
  return Array.from({ length: count }, (_, index) => row(index));
}

function pick<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length];
  if (value === undefined) throw new Error("Nothing to pick from");
  return value;
}
