import type {
  EngineeringNote,
  JobPart,
  PlannedSor,
  PropertyAppliance,
  PropertyTenant,
} from "@fieldfare/contract";
import { at, entityId, jobId, propertyId } from "./engineer.ts";

/** Builds an SOR that the office planned and the engineer has not done yet. */
export function aSor(of: Partial<PlannedSor> = {}): PlannedSor {
  return {
    jobId,
    sorCodeId: 1,
    sorCode: "GA635001",
    shortDescription: "Test and report on gas installation",
    qty: 1,
    qtyUsed: 0,
    usageType: 1,
    updatedOnDateTime: at(-60),
    ...of,
  };
}

/** A part that is ordered in advance. */
export function aPart(of: Partial<JobPart> = {}): JobPart {
  return {
    jobPartId: entityId(21),
    jobId,
    usageType: 1,
    usageStatus: null,
    status: "Collected",
    qty: 2,
    qtyCollected: 2,
    qtyUsed: 0,
    qtyRequired: 2,
    shortDescription: "Hydraulic O-ring set",
    comments: null,
    isVanStock: false,
    isPartRequired: false,
    addedByFieldOp: false,
    partAddedDateTime: at(-600),
    partUnitTypeId: 1,
    manufacturerModelId: null,
    manufacturerPartCode: null,
    internalPartCode: null,
    collectedDateTime: null,
    purchaseOrderId: 7,
    purchaseOrderDetailId: 71,
    supplierTicketNumber: null,
    location: null,
    ...of,
  };
}

/** Builds a public note without photos. */
export function aNote(of: Partial<EngineeringNote> = {}): EngineeringNote {
  return {
    engineeringNoteId: entityId(31),
    jobId,
    fieldOperativeAppointmentId: "0190a000-0000-7000-8000-0000000000ab",
    description: "Flue cleared",
    isPublic: true,
    imageIds: [],
    createdOn: at(-30),
    modifiedOn: at(-30),
    ...of,
  };
}

/** Builds a boiler that the office knew before the visit, with all its details. */
export function anAppliance(of: Partial<PropertyAppliance> = {}): PropertyAppliance {
  return {
    propertyAssetId: entityId(41),
    propertyId,
    type: 1,
    manufacturerId: 1,
    manufacturerName: "Worcester Bosch",
    unknownManufacturerName: null,
    manufacturerModelId: 11,
    modelName: "Greenstar 30i",
    unknownModelName: null,
    gasCouncilNumber: "4731190",
    location: 1,
    fuelType: 1,
    flueType: 1,
    flueDirection: 1,
    condition: 1,
    ownership: 1,
    serialNumber: "S1",
    estimatedAge: 3,
    dateInstalled: "2023-01-15",
    addedByEngineer: false,
    scrapped: false,
    scrappedDateTime: null,
    createdOn: at(-9000),
    modifiedOn: at(-9000),
    ...of,
  };
}

/** Builds the primary tenant of the property, with a mobile number. */
export function aTenant(of: Partial<PropertyTenant> = {}): PropertyTenant {
  return {
    propertyTenantId: entityId(51),
    propertyId,
    fullName: "Priya Shah",
    isPrimaryTenant: true,
    contactType: 1,
    emailAddress: null,
    contactMethodType: 2,
    phones: [{ phoneType: "Mobile", number: "07700 900123" }],
    addedByEngineer: false,
    flagDeleted: false,
    createdOn: at(-9000),
    modifiedOn: at(-9000),
    ...of,
  };
}
