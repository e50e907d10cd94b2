import { createHash, randomUUID } from "node:crypto";
import type {
  EngineeringNote,
  JobCustomForm,
  JobPart,
  Payload,
  PlannedSor,
  PropertyAppliance,
  PropertyTenant,
} from "@fieldfare/contract";
import type { TestEngineer, TestServer } from "./server.ts";

export const visitedOn = "2026-11-21T10:00:00.000Z";

interface VisitedJob {
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
}

/** Builds a public note of the visit, without photos. */
export function aNote(job: VisitedJob, more: Partial<EngineeringNote> = {}): EngineeringNote {
  return {
    engineeringNoteId: randomUUID(),
    ...pickJobIds(job),
    description: "Replaced the fan",
    isPublic: true,
    imageIds: [],
    createdOn: visitedOn,
    modifiedOn: visitedOn,
    ...more,
  };
}

/** Builds an SOR that was planned and done once. */
export function aSor({ jobId }: VisitedJob, more: Partial<PlannedSor> = {}): PlannedSor {
  return {
    jobId,
    sorCodeId: 7,
    sorCode: "GA635001",
    shortDescription: "Service the boiler",
    qty: 1,
    qtyUsed: 1,
    usageType: 1,
    updatedOnDateTime: visitedOn,
    ...more,
  };
}

/** Builds a part that the engineer added and used once, not from van stock. */
export function aPart({ jobId }: VisitedJob, more: Partial<JobPart> = {}): JobPart {
  return {
    jobPartId: randomUUID(),
    jobId,
    usageType: 2,
    usageStatus: null,
    status: "NotApplicable",
    qty: 1,
    qtyCollected: 0,
    qtyUsed: 1,
    qtyRequired: 0,
    shortDescription: "Fan",
    comments: null,
    isVanStock: false,
    isPartRequired: false,
    addedByFieldOp: true,
    partAddedDateTime: visitedOn,
    partUnitTypeId: null,
    manufacturerModelId: null,
    manufacturerPartCode: null,
    internalPartCode: null,
    collectedDateTime: null,
    purchaseOrderId: null,
    purchaseOrderDetailId: null,
    supplierTicketNumber: null,
    location: null,
    ...more,
  };
}

/** Builds an appliance that the engineer added, with a type and no other detail. */
export function anAppliance(
  propertyId: string,
  more: Partial<PropertyAppliance> = {},
): PropertyAppliance {
  return {
    propertyAssetId: randomUUID(),
    propertyId,
    type: 1,
    manufacturerId: null,
    manufacturerName: null,
    unknownManufacturerName: null,
    manufacturerModelId: null,
    modelName: null,
    unknownModelName: null,
    gasCouncilNumber: null,
    location: null,
    fuelType: null,
    flueType: null,
    flueDirection: null,
    condition: null,
    ownership: null,
    serialNumber: null,
    estimatedAge: null,
    dateInstalled: null,
    addedByEngineer: true,
    scrapped: false,
    scrappedDateTime: null,
    createdOn: visitedOn,
    modifiedOn: visitedOn,
    ...more,
  };
}

/** Builds a contact that the engineer added: not the primary one, and without telephone numbers. */
export function aContact(propertyId: string, more: Partial<PropertyTenant> = {}): PropertyTenant {
  return {
    propertyTenantId: randomUUID(),
    propertyId,
    fullName: "Pat Example",
    isPrimaryTenant: false,
    contactType: null,
    emailAddress: null,
    contactMethodType: 0,
    phones: [],
    addedByEngineer: true,
    flagDeleted: false,
    createdOn: visitedOn,
    modifiedOn: visitedOn,
    ...more,
  };
}

type Close = Payload<"JobClose">;

/** Builds a form as its engineer completed it. */
export function aForm(
  { jobId }: Pick<VisitedJob, "jobId">,
  customFormId: string,
  more: Partial<JobCustomForm>,
): JobCustomForm {
  return {
    customFormId,
    customFormDefinitionId: randomUUID(),
    version: 1,
    jobId,
    usageRequirement: 3,
    completionStatus: "Complete",
    addedByUser: false,
    optional: false,
    addedOnDateTime: visitedOn,
    previousAnswers: null,
    completedForm: null,
    completedOn: "2026-11-21T11:30:00.000Z",
    savedOnDateTime: visitedOn,
    ...more,
  };
}

/** Builds a JobClose. `more` holds what matters to the test. */
export function aClose(
  job: VisitedJob,
  more: {
    readonly job?: Partial<Close["job"]>;
    readonly outcome?: Partial<Close["outcome"]>;
    readonly manifest?: Close["manifest"];
  } = {},
): Close {
  const manifest = more.manifest ?? [];
  return {
    ...pickJobIds(job),
    job: {
      statusTimestamps: {
        New: visitedOn,
        Travelling: "2026-11-21T10:10:00.000Z",
        OnSite: "2026-11-21T10:30:00.000Z",
        AccessGained: "2026-11-21T10:35:00.000Z",
        Closed: "2026-11-21T11:40:00.000Z",
      },
      notes: [],
      parts: [],
      plannedSors: [],
      customForms: [],
      propertyAssets: [],
      tenants: [],
      formPhotoImageIds: [],
      ...more.job,
    },
    outcome: {
      outcomeId: 1,
      rootCauses: [],
      engineerSignOffAgreed: true,
      customerSignature: { customerName: "Pat Example", optOut: true, dataUrl: null },
      partsNotUsed: null,
      partsNotUsedNote: null,
      tenantReviewCompleted: true,
      heatingStatus: null,
      ...more.outcome,
    },
    manifest,
    numberOfMessages: manifest.length + 1,
    changeTimestamp: "2026-11-21T11:40:00.000Z",
  };
}

/** Builds a JobNoAccess: nobody answered, and no image of it has to arrive. `more` holds what matters to the test. */
export function aNoAccess(
  job: VisitedJob,
  more: Partial<Payload<"JobNoAccess">> = {},
): Payload<"JobNoAccess"> {
  const changeTimestamp = more.changeTimestamp ?? visitedOn;
  return {
    ...pickJobIds(job),
    noAccessReasonId: 1,
    notes: "Nobody answered. Card left.",
    imageIds: [randomUUID()],
    statusTimestamps: { OnSite: changeTimestamp, Closed: changeTimestamp },
    manifest: [],
    changeTimestamp,
    ...more,
  };
}

/** Sends an image of a job, and returns its entry of the manifest. */
export async function sendImage(
  server: TestServer,
  engineer: TestEngineer,
  job: VisitedJob,
  bytes: Buffer,
  entityId: string = job.jobId,
  imageId: string = randomUUID(),
) {
  const answer = await server.send(engineer, "JobImage", {
    ...pickJobIds(job),
    imageId,
    entityId,
    associateToJob: entityId === job.jobId,
    timestamp: visitedOn,
    latitude: null,
    longitude: null,
    image: bytes.toString("base64"),
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { imageId, sha256: createHash("sha256").update(bytes).digest("hex") };
}

function pickJobIds({ jobId, fieldOperativeAppointmentId }: VisitedJob) {
  return { jobId, fieldOperativeAppointmentId };
}
