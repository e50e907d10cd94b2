import type { PropertyAppliance, PropertyTenant } from "@fieldfare/contract";
import type { FormContext } from "../sources/context.ts";
import type { FormDefinition, Json } from "../definition/definition.ts";

/** Builds a form of one page with these elements; `of` has what matters to the test. */
export function aForm(
  elements: readonly object[],
  of: Partial<FormDefinition> & { readonly isSubForm?: boolean; readonly content?: Json } = {},
): FormDefinition {
  const { isSubForm = false, content, ...row } = of;
  return {
    customFormId: "0193b3f0-0000-7000-8000-0000000000f1",
    customFormDefinitionId: "0193b3f0-0000-7000-8000-0000000000d1",
    version: 1,
    definition: {
      name: "Form",
      description: "",
      isSubForm,
      content: { ...(content ?? { pages: [{ name: "page", elements }] }) },
    },
    jobCategoryId: null,
    jobDetailTypeId: null,
    jobStageId: null,
    usageRequirement: 1,
    modifiedOn: "2026-01-05T09:00:00.000Z",
    ...row,
  };
}

export const partId = "0193b3f0-0000-7000-8000-0000000000f2";

/** Builds a sub-form with the id `partId`. */
export function aSubForm(elements: readonly object[], of: Partial<FormDefinition> = {}) {
  return aForm(elements, { customFormId: partId, isSubForm: true, ...of });
}

export const combi = anAppliance("combi", { type: 1 });
export const cooker = anAppliance("cooker", { type: 8, manufacturerName: "Wharfe Kitchens" });
const smokeAlarm = anAppliance("smoke", { type: 16, fuelType: null });

/** Builds a combi boiler with all its details. */
export function anAppliance(
  propertyAssetId: string,
  of: Partial<PropertyAppliance> = {},
): PropertyAppliance {
  return {
    propertyAssetId,
    propertyId: "property-1",
    type: 1,
    manufacturerId: 1,
    manufacturerName: "Worcester Bosch",
    unknownManufacturerName: null,
    manufacturerModelId: 1,
    modelName: "Greenstar 30i",
    unknownModelName: null,
    gasCouncilNumber: "4700101",
    location: 1,
    fuelType: 1,
    flueType: 1,
    flueDirection: 1,
    condition: 1,
    ownership: 1,
    serialNumber: "S1",
    estimatedAge: 4,
    dateInstalled: "2022-01-15",
    addedByEngineer: false,
    scrapped: false,
    scrappedDateTime: null,
    createdOn: "2026-01-05T09:00:00.000Z",
    modifiedOn: "2026-01-05T09:00:00.000Z",
    ...of,
  };
}

/** Builds a tenant who is not the primary one. The name is also the id. */
export function aTenant(fullName: string, of: Partial<PropertyTenant> = {}): PropertyTenant {
  return {
    propertyTenantId: fullName,
    propertyId: "property-1",
    fullName,
    isPrimaryTenant: false,
    contactType: 1,
    emailAddress: null,
    contactMethodType: 2,
    phones: [{ phoneType: "Mobile", number: "07700 900461" }],
    addedByEngineer: false,
    flagDeleted: false,
    createdOn: "2026-01-05T09:00:00.000Z",
    modifiedOn: "2026-01-05T09:00:00.000Z",
    ...of,
  };
}

const lookups = {
  Type: [
    [1, "Combi boiler"],
    [8, "Cooker"],
    [16, "Smoke alarm"],
  ],
  Location: [
    [1, "Kitchen"],
    [6, "Hall"],
  ],
  FlueType: [[1, "Room sealed"]],
} as const;

/** Builds the context of a gas servicing job on 2 March 2026, with three appliances and one tenant. */
export function aContext(of: Partial<FormContext> = {}): FormContext {
  return {
    today: "2026-03-02",
    job: {
      jobId: "job-1",
      formattedJobId: "FF1001",
      description: {
        categoryName: "Gas servicing",
        detailTypeName: "Gas safety record only",
        accessNotes: null,
        jobPriority: null,
      },
      issuer: {
        business: {
          name: "Fieldfare Heating Services Ltd",
          address: "Unit 7\nLeeds",
          telephone: null,
          gasSafeRegistration: "000123",
        },
        engineerName: "Sam Taylor",
        gasSafeIdCard: null,
      },
    },
    property: {
      propertyId: "property-1",
      addressLine1: "14 Example Street",
      addressLine2: null,
      addressLine3: "Leeds",
      addressLine4: null,
      postcode: "LS6 1AA",
      landlord: { name: "Aire Valley Homes", address: "2 Wharf Approach" },
    },
    appliances: [combi, cooker, smokeAlarm],
    tenants: [aTenant("Pat Example", { isPrimaryTenant: true })],
    lists: Object.entries(lookups).flatMap(([fieldName, choices]) =>
      choices.map(([value, text], index) => ({
        domainDataId: value,
        entityCode: 1,
        fieldName,
        value,
        text,
        sortOrder: index,
        requiresAdditionalText: false,
      })),
    ),
    engineer: { name: "Sam Taylor", signature: "data:image/png;base64,AA==" },
    previousAnswers: null,
    remembered: {},
    ...of,
  };
}
