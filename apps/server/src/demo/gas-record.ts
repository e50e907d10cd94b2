import type { JobCustomForm, Property, PropertyAppliance } from "@fieldfare/contract";
import { passedAppliance, passedHome } from "@fieldfare/documents";
import {
  burnsGas,
  combustionRatio,
  formIds,
  needsWarningNotice,
  nextInspectionDue,
  type UnsafeClass,
} from "@fieldfare/domain";
import { deriveDefinitionId } from "../forms/read-folder.ts";
import { applianceType } from "./seed-data/appliances.ts";
import { lists } from "./seed-data/lists.ts";
import { demoBusiness, demoLandlord, type Engineer, addMinutes } from "./people.ts";
import { demoSignature } from "./images.ts";

interface RecordInput {
  readonly jobId: string;
  readonly formattedJobId: string;
  readonly property: Property;
  readonly engineer: Engineer;
  /** When the engineer arrived. */
  readonly at: string;
  /** The class of a defect of the last appliance. Absent: there is none. */
  readonly unsafe?: UnsafeClass;
}

/** The version of the form that ships. */
const recordVersion = 9;

/** Builds the landlord's gas safety record of a check. */
export function buildGasRecord(check: RecordInput): JobCustomForm {
  const { jobId, at } = check;
  return {
    customFormId: formIds.gasSafetyRecord,
    customFormDefinitionId: deriveDefinitionId(formIds.gasSafetyRecord, recordVersion),
    version: recordVersion,
    jobId,
    usageRequirement: 3,
    completionStatus: "Complete",
    addedByUser: false,
    optional: false,
    addedOnDateTime: addMinutes(at, -90),
    previousAnswers: null,
    completedForm: buildAnswers(check),
    completedOn: addMinutes(at, 70),
    savedOnDateTime: addMinutes(at, 70),
  };
}

function buildAnswers({
  formattedJobId,
  property,
  engineer,
  at,
  unsafe,
}: RecordInput): Record<string, unknown> {
  const day = at.slice(0, 10);
  const { addressLine1, addressLine2, addressLine3, addressLine4 } = property;
  const checks = property.assets.filter(burnsGas).map(buildApplianceCheck);
  const appliances = checks.map((check, index) =>
    unsafe && index === checks.length - 1
      ? { ...check, ...describeDefect(unsafe, formattedJobId) }
      : check,
  );
  const [tenant] = property.tenants;
  return {
    recordNumber: formattedJobId,
    inspectionDate: day,
    businessName: demoBusiness.name,
    businessAddress: demoBusiness.address,
    businessPhone: demoBusiness.telephone,
    gasSafeRegistration: demoBusiness.gasSafeRegistration,
    engineerName: engineer.name,
    engineerIdCard: engineer.gasSafeIdCard,
    siteAddress: [addressLine1, addressLine2, addressLine3, addressLine4]
      .filter(Boolean)
      .join(", "),
    sitePostcode: property.postcode,
    occupierName: tenant?.fullName ?? "Empty property",
    siteUprn: property.uprn,
    isRented: "yes",
    landlordName: demoLandlord.name,
    landlordAddress: demoLandlord.address,
    appliances,
    appliancesTested: appliances.length,
    ...passedHome,
    nextInspectionDue: nextInspectionDue(day, null),
    engineerSignature: demoSignature(),
    signedOn: day,
    ...(tenant
      ? {
          tenantPresent: "yes",
          receivedBy: tenant.fullName,
          receivedByRole: "Tenant",
          receivedBySignature: demoSignature(),
        }
      : { tenantPresent: "no" }),
  };
}

function describeDefect(
  classification: UnsafeClass,
  recordNumber: string,
): Record<string, unknown> {
  const isDangerous = needsWarningNotice(classification);
  return {
    hasDefect: "yes",
    defect: isDangerous
      ? "Spillage test failed: products of combustion enter the room."
      : "No ventilation grille as the present standard asks for; the appliance burns well.",
    classification,
    remedialAction: isDangerous
      ? "Turned off and labelled with the tenant's permission. To be repaired before it is used."
      : "Tenant and landlord advised.",
    ...(isDangerous && {
      spillage: "fail",
      warningNoticeIssued: "yes",
      // Each record has a notice of its own.
      warningNoticeNumber: `WN-${recordNumber}`,
      labelFitted: "yes",
    }),
    safeToUse: isDangerous ? "no" : "yes",
  };
}

const boilers: readonly number[] = [
  applianceType.combi,
  applianceType.system,
  applianceType.regular,
  applianceType.backBoiler,
];
const flueless = 4;
const openFlue = 2;

function buildApplianceCheck(appliance: PropertyAppliance, index: number): Record<string, unknown> {
  const { propertyAssetId, type, serialNumber, flueType, ownership } = appliance;
  const isBoiler = boilers.includes(type);
  const flue = flueType === flueless ? "na" : "pass";
  const [initial, final] = [78 + index * 3, 61 + index * 2];
  return {
    propertyAssetId,
    location: findLabel("Location", appliance.location),
    type: findLabel("Type", type),
    make: appliance.manufacturerName ?? "Unknown",
    model: appliance.modelName ?? "Unknown",
    ...(serialNumber && { serialNumber }),
    flueType: findLabel("FlueType", flueType),
    landlordsAppliance: ownership === 2 ? "no" : "yes",
    ...passedAppliance,
    operatingPressure: isBoiler ? 19.6 : 20.1,
    ...(isBoiler && {
      heatInput: 24.4,
      initialCo: initial,
      initialCo2: 9.1,
      initialRatio: combustionRatio(initial, 9.1),
      finalCo: final,
      finalCo2: 9.3,
      finalRatio: combustionRatio(final, 9.3),
    }),
    combustionTested: isBoiler ? "yes" : "na",
    flueCondition: flue,
    termination: flue,
    flueFlow: flueType === openFlue ? "pass" : "na",
    spillage: flueType === openFlue ? "pass" : "na",
    serviced: isBoiler ? "yes" : "no",
  };
}

function findLabel(list: "Location" | "Type" | "FlueType", value: number | null): string {
  return lists[list].choices.find(([known]) => known === value)?.[1] ?? "";
}
