import { createHash } from "node:crypto";
import {
  canonicalJson,
  type EngineeringNote,
  type JobPart,
  type Payload,
  type Property,
} from "@fieldfare/contract";
import { namesOf, sorOf } from "./day.ts";
import { type PastVisit, pastVisits } from "./facts/past-visits.ts";
import { burnsGas, gasRecordOf } from "./gas-record.ts";
import { idOf } from "./ids.ts";
import { londonMoment } from "./london.ts";
import { type Engineer, engineers, soonAfter } from "./people.ts";
import { demoPictures, demoSignature, type SceneName } from "./pictures.ts";

/** A job of the past with the message that closed it. */
export interface PastJob {
  readonly ids: Ids;
  readonly formattedJobId: string;
  readonly propertyId: string;
  readonly engineer: Engineer;
  readonly appointmentDateTime: string;
  readonly visit: PastVisit;
  readonly categoryName: string;
  readonly detailTypeName: string;
  readonly photos: readonly PastPhoto[];
  readonly closing:
    | { readonly type: "JobClose"; readonly payload: Payload<"JobClose"> }
    | { readonly type: "JobNoAccess"; readonly payload: Payload<"JobNoAccess"> };
}

interface Ids {
  readonly jobId: string;
  readonly fieldOperativeAppointmentId: string;
}

interface PastPhoto {
  readonly imageId: string;
  readonly entityId: string;
  readonly scene: SceneName;
  readonly sha256: string;
  readonly takenOn: string;
}

/**
 * What was done at a property in the two years before `day`: two to six jobs at most properties, none at
 * every tenth. A property has the same jobs whenever it is asked for; only their dates follow `day`.
 */
export function pastJobsOf(property: Property, day: string): readonly PastJob[] {
  const seed = Number.parseInt(property.propertyId.slice(0, 6), 16);
  const count = seed % 10 === 0 ? 0 : 2 + (seed % 5);
  return Array.from({ length: count }, (_, index) => pastJobOf(property, day, seed, index));
}

function pastJobOf(property: Property, day: string, seed: number, index: number): PastJob {
  const key = `${property.propertyId}/past/${index}`;
  const ids = {
    jobId: idOf(`job/${key}`),
    fieldOperativeAppointmentId: idOf(`appointment/${key}`),
  };
  // Steps of four lead through all nine visits before one comes again.
  const visit = pastVisits[(seed + index * 4) % pastVisits.length] as PastVisit;
  const engineer = engineers[(seed + index) % engineers.length] as Engineer;
  const daysBefore = 24 + index * 97 + (seed % 61);
  const appointmentDateTime = londonMoment(dayBefore(day, daysBefore), "09:30").toISOString();
  const { category, detailTypeName } = namesOf(visit);
  const formattedJobId = `FF${String(Number.parseInt(ids.jobId.slice(0, 8), 16) % 100_000).padStart(5, "0")}`;
  const at = appointmentDateTime;
  const making: Making = { property, visit, ids, formattedJobId, engineer, key, at };
  return {
    ids,
    formattedJobId,
    propertyId: property.propertyId,
    engineer,
    appointmentDateTime,
    visit,
    categoryName: category.name,
    detailTypeName,
    photos: photosOf(making),
    closing:
      visit.ending.kind === "closed"
        ? { type: "JobClose", payload: closeOf(making, visit.ending) }
        : { type: "JobNoAccess", payload: noAccessOf(making, visit.ending) },
  };
}

interface Making {
  readonly property: Property;
  readonly visit: PastVisit;
  readonly ids: Ids;
  readonly formattedJobId: string;
  readonly engineer: Engineer;
  readonly key: string;
  readonly at: string;
}

type Ending<K extends PastVisit["ending"]["kind"]> = Extract<PastVisit["ending"], { kind: K }>;

function closeOf(making: Making, ending: Ending<"closed">): Payload<"JobClose"> {
  const { property, ids, at } = making;
  const manifest = photosOf(making).map(({ imageId, sha256 }) => ({ imageId, sha256 }));
  const [customer] = property.tenants;
  const closedOn = soonAfter(at, 75);
  return {
    ...ids,
    job: {
      statusTimestamps: { ...timesOf(at), AccessGained: soonAfter(at, 12), Closed: closedOn },
      notes: notesOf(making, ending),
      parts: ending.parts.map((part, index) => partOf(making, part, index)),
      plannedSors: ending.work.map((work) => ({
        ...sorOf({ work, qty: 1 }, ids.jobId, at),
        qtyUsed: 1,
      })),
      customForms: isGasService(making) ? [gasRecordOf({ ...making, jobId: ids.jobId })] : [],
      propertyAssets: property.assets,
      tenants: property.tenants,
      formPhotoImageIds: [],
    },
    outcome: {
      outcomeId: ending.outcomeId,
      rootCauses: ending.rootCauses.map((rootCauseId) => ({ rootCauseId, additionalText: null })),
      engineerSignOffAgreed: true,
      customerSignature: {
        customerName: customer?.fullName ?? "Housing officer",
        optOut: customer === undefined,
        dataUrl: customer ? demoSignature() : null,
      },
      partsNotUsed: ending.partsNotUsedNote === null ? null : { noteId: unusedPartsNoteId(making) },
      partsNotUsedNote: ending.partsNotUsedNote,
      tenantReviewCompleted: true,
      heatingStatus: {
        isHeatingOperational: true,
        hasHotWater: ending.outcomeId !== 3,
        wereTempHeatersLeft: false,
        isThePropertyCapped: false,
      },
    },
    manifest,
    numberOfMessages: manifest.length + 1,
    changeTimestamp: closedOn,
  };
}

function isGasService({ visit, property }: Making): boolean {
  return visit.jobCategoryId === 1 && property.assets.some(burnsGas);
}

function noAccessOf(making: Making, ending: Ending<"no access">): Payload<"JobNoAccess"> {
  const { ids, at } = making;
  const photos = photosOf(making);
  const closedOn = soonAfter(at, 20);
  return {
    ...ids,
    noAccessReasonId: ending.noAccessReasonId,
    notes: ending.notes,
    imageIds: photos.map(({ imageId }) => imageId),
    statusTimestamps: { ...timesOf(at), Closed: closedOn },
    manifest: photos.map(({ imageId, sha256 }) => ({ imageId, sha256 })),
    changeTimestamp: closedOn,
  };
}

function timesOf(at: string) {
  return { New: soonAfter(at, -90), Travelling: soonAfter(at, -20), OnSite: at };
}

function notesOf(making: Making, ending: Ending<"closed">): EngineeringNote[] {
  const { ids, at } = making;
  const { notes, partsNotUsedNote } = ending;
  const photos = photosOf(making);
  const written = notes.map(({ text, isPublic }, index) => {
    const engineeringNoteId = noteId(making, index);
    const writtenOn = soonAfter(at, 60 + index);
    return {
      engineeringNoteId,
      ...ids,
      description: text,
      isPublic,
      imageIds: photos
        .filter(({ entityId }) => entityId === engineeringNoteId)
        .map(({ imageId }) => imageId),
      createdOn: writtenOn,
      modifiedOn: writtenOn,
    };
  });
  if (partsNotUsedNote === null) return written;
  const closedOn = soonAfter(at, 75);
  const explanation = {
    engineeringNoteId: unusedPartsNoteId(making),
    ...ids,
    description: partsNotUsedNote,
    isPublic: false,
    imageIds: [],
    createdOn: closedOn,
    modifiedOn: closedOn,
  };
  return [...written, explanation];
}

function unusedPartsNoteId({ key }: Making): string {
  return idOf(`unused/${key}`);
}

function noteId({ key }: Making, index: number): string {
  return idOf(`note/${key}/${index}`);
}

/** Photos of a note belong to it; those of a visit without access belong to the job. */
function photosOf(making: Making): PastPhoto[] {
  const { visit, ids, key, at } = making;
  const taken =
    visit.ending.kind === "closed"
      ? visit.ending.notes.flatMap(({ photos }, index) =>
          photos.map((scene) => ({ scene, entityId: noteId(making, index) })),
        )
      : visit.ending.photos.map((scene) => ({ scene, entityId: ids.jobId }));
  return taken.map(({ scene, entityId }, index) => ({
    imageId: idOf(`image/${key}/${index}`),
    entityId,
    scene,
    sha256: hashOf(scene),
    takenOn: soonAfter(at, 15 + index),
  }));
}

function partOf(
  { ids, key, at }: Making,
  { description, usageType }: Ending<"closed">["parts"][number],
  index: number,
): JobPart {
  const isUsed = usageType === 2;
  return {
    jobPartId: idOf(`part/${key}/${index}`),
    jobId: ids.jobId,
    usageType,
    usageStatus: usageType === 1 ? "Unused" : null,
    status: usageType === 1 ? "Collected" : "NotApplicable",
    qty: 1,
    qtyCollected: usageType === 1 ? 1 : 0,
    qtyUsed: isUsed ? 1 : 0,
    qtyRequired: usageType === 3 ? 1 : 0,
    shortDescription: description,
    comments: null,
    isVanStock: isUsed,
    isPartRequired: usageType === 3,
    addedByFieldOp: usageType !== 1,
    partAddedDateTime: soonAfter(at, 40 + index),
    partUnitTypeId: 1,
    manufacturerModelId: null,
    manufacturerPartCode: null,
    internalPartCode: null,
    collectedDateTime: usageType === 1 ? soonAfter(at, -60) : null,
    purchaseOrderId: null,
    purchaseOrderDetailId: null,
    supplierTicketNumber: null,
    location: null,
  };
}

export function hashOf(scene: SceneName): string {
  return createHash("sha256")
    .update(demoPictures().get(scene) ?? "")
    .digest("hex");
}

/** What the receipt of the closing message holds. */
export function contentHashOf({ closing, ids, appointmentDateTime }: PastJob): Buffer {
  const { type, payload } = closing;
  return createHash("sha256")
    .update(canonicalJson({ type, payload, ...ids, messageCreatedOn: appointmentDateTime }))
    .digest();
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
