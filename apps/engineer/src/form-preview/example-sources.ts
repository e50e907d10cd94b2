import type { PropertyAppliance } from "@fieldfare/contract";
import type { FormPreviewRequest } from "@fieldfare/contract/office";
import { londonDay } from "@fieldfare/domain";
import type { FormContext } from "@fieldfare/forms";

/** Returns what the form of a preview knows of a job, a home and an engineer, all made up. */
export function buildExampleContext(
  { source, lists }: Pick<FormPreviewRequest, "source" | "lists">,
  at: Date,
): FormContext {
  const isKnown = source === "gas-home";
  return {
    today: londonDay(at),
    job: {
      jobId: "0193b3f0-0000-7000-8000-0000000e0001",
      formattedJobId: "EXAMPLE-1",
      description: {
        categoryName: "Gas servicing",
        detailTypeName: "Landlord gas safety check",
        accessNotes: null,
        jobPriority: null,
      },
      issuer: {
        business: {
          name: "Example Heating Ltd",
          address: "1 Example Street\nLeeds",
          telephone: "0113 496 0000",
          gasSafeRegistration: "000123",
        },
        engineerName: "Alex Example",
        gasSafeIdCard: "0001461",
      },
    },
    property: {
      propertyId,
      addressLine1: "14 Example Street",
      addressLine2: null,
      addressLine3: "Leeds",
      addressLine4: null,
      postcode: "LS6 1AA",
      ...(isKnown && { landlord: { name: "Example Homes", address: "2 Example Street, Leeds" } }),
    },
    appliances: isKnown ? buildAppliances(lists, at) : [],
    tenants: isKnown ? [buildTenant(at)] : [],
    lists,
    engineer: { name: "Alex Example" },
    previousAnswers: null,
    remembered: {},
  };
}

const propertyId = "0193b3f0-0000-7000-8000-0000000e0002";

/** A boiler, a cooker and an alarm, as far as the lists have such types. */
function buildAppliances(lists: FormPreviewRequest["lists"], at: Date): PropertyAppliance[] {
  const find = (fieldName: string, words: RegExp) =>
    lists.find((row) => row.fieldName === fieldName && words.test(row.text))?.value ?? null;
  const examples = [
    { type: find("Type", /boiler/i), location: find("Location", /kitchen/i), isGas: true },
    { type: find("Type", /cooker/i), location: find("Location", /kitchen/i), isGas: true },
    { type: find("Type", /alarm/i), location: find("Location", /hall/i), isGas: false },
  ];
  return examples.flatMap(({ type, location, isGas }, index) =>
    type === null
      ? []
      : [
          {
            propertyAssetId: `0193b3f0-0000-7000-8000-0000000e010${index}`,
            propertyId,
            type,
            manufacturerId: null,
            manufacturerName: "Example Appliances",
            unknownManufacturerName: null,
            manufacturerModelId: null,
            modelName: `Model ${index + 1}`,
            unknownModelName: null,
            gasCouncilNumber: null,
            location,
            fuelType: isGas ? find("FuelType", /natural gas|gas/i) : null,
            flueType: isGas ? find("FlueType", /room sealed/i) : null,
            flueDirection: null,
            condition: null,
            ownership: null,
            serialNumber: null,
            estimatedAge: 4,
            dateInstalled: null,
            addedByEngineer: false,
            scrapped: false,
            scrappedDateTime: null,
            createdOn: at.toISOString(),
            modifiedOn: at.toISOString(),
          },
        ],
  );
}

function buildTenant(at: Date): FormContext["tenants"][number] {
  return {
    propertyTenantId: "0193b3f0-0000-7000-8000-0000000e0003",
    propertyId,
    fullName: "Pat Example",
    isPrimaryTenant: true,
    contactType: null,
    emailAddress: null,
    contactMethodType: 2,
    phones: [{ phoneType: "Mobile", number: "07700 900000" }],
    addedByEngineer: false,
    flagDeleted: false,
    createdOn: at.toISOString(),
    modifiedOn: at.toISOString(),
  };
}
