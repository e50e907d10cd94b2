import { createHash } from "node:crypto";
import {
  canonicalJson,
  type EngineeringNote,
  type JobCustomForm,
  type JobPart,
  type Payload,
  type Property,
} from "@fieldfare/contract";
import { findNames, buildSor } from "./day.ts";
import { type PastVisit, pastVisits } from "./seed-data/past-visits.ts";
import { addDays, burnsGas, type UnsafeClass } from "@fieldfare/domain";
import { buildGasRecord } from "./gas-record.ts";
import { deterministicId } from "./ids.ts";
import { londonMoment } from "./london.ts";
import { type Engineer, engineers, addMinutes } from "./people.ts";
import { demoImages, demoSignature, type DemoImageName } from "./images.ts";

/** A past job with the message that closed it. */
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
  /** When the office raised it. Null: when it is stored. */
  readonly raisedOn: Date | null;
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
  readonly imageName: DemoImageName;
  readonly sha256: string;
  readonly takenOn: string;
  /** Null: the phone did not say. */
  readonly position: { readonly latitude: number | null; readonly longitude: number | null } | null;
}

/**
 * Builds the jobs at a property in the two years before `day`: two to six jobs at most properties, none at every
 * tenth. A property always has the same jobs; only their dates depend on `day`.
 */
export function buildPastJobs(property: Property, day: string): readonly PastJob[] {
  const seed = Number.parseInt(property.propertyId.slice(0, 6), 16);
  const count = seed % 10 === 0 ? 0 : 2 + (seed % 5);
  return Array.from({ length: count }, (_, index) => buildPastJob(property, day, seed, index));
}

function pickCyclic<T>(list: readonly T[], index: number): T {
  const picked = list[index % list.length];
  if (picked === undefined) throw new Error("The list is empty");
  return picked;
}

function buildPastJob(property: Property, day: string, seed: number, index: number): PastJob {
  const daysBefore = 24 + index * 97 + (seed % 61);
  return buildVisitJob({
    property,
    key: `${property.propertyId}/past/${index}`,
    // Steps of four visit all nine entries before one repeats.
    visit: pickCyclic(pastVisits, seed + index * 4),
    engineer: pickCyclic(engineers, seed + index),
    day: addDays(day, -daysBefore),
  });
}

/** A visit that is over: what was done, where, by whom and on which day. */
export interface VisitInput {
  readonly property: Property;
  /** What its ids are derived from. */
  readonly key: string;
  readonly visit: PastVisit;
  readonly engineer: Engineer;
  readonly day: string;
  /** What the gas safety record says of the last appliance. Absent: it is safe. */
  readonly unsafe?: UnsafeClass;
  /** The photos say where they were taken. */
  readonly hasPosition?: boolean;
  /** When the office raised the job. Absent: when it is stored. */
  readonly raisedOn?: Date;
  /** Builds the forms that were completed, besides a gas safety record. */
  readonly buildForms?: (visit: FormOfVisit) => readonly JobCustomForm[];
}

/** What a form of a visit is built from. */
export interface FormOfVisit {
  readonly jobId: string;
  readonly key: string;
  readonly property: Property;
  readonly engineer: Engineer;
  /** When the engineer arrived. */
  readonly at: string;
}

/** Builds the job of one visit with the message that closed it. */
export function buildVisitJob({
  property,
  key,
  visit,
  engineer,
  day,
  unsafe,
  hasPosition = false,
  raisedOn,
  buildForms,
}: VisitInput): PastJob {
  const ids = {
    jobId: deterministicId(`job/${key}`),
    fieldOperativeAppointmentId: deterministicId(`appointment/${key}`),
  };
  const appointmentDateTime = londonMoment(day, "09:30").toISOString();
  const { category, detailTypeName } = findNames(visit);
  const formattedJobId = `FF${String(Number.parseInt(ids.jobId.slice(0, 8), 16) % 100_000).padStart(5, "0")}`;
  const at = appointmentDateTime;
  const input: PastJobInput = {
    property,
    visit,
    ids,
    formattedJobId,
    engineer,
    key,
    at,
    hasPosition,
    ...(unsafe && { unsafe }),
    ...(buildForms && { buildForms }),
  };
  return {
    ids,
    formattedJobId,
    propertyId: property.propertyId,
    engineer,
    appointmentDateTime,
    visit,
    categoryName: category.name,
    detailTypeName,
    photos: listPhotos(input),
    raisedOn: raisedOn ?? null,
    closing:
      visit.ending.kind === "closed"
        ? { type: "JobClose", payload: buildClose(input, visit.ending) }
        : { type: "JobNoAccess", payload: buildNoAccess(input, visit.ending) },
  };
}

interface PastJobInput {
  readonly property: Property;
  readonly visit: PastVisit;
  readonly ids: Ids;
  readonly formattedJobId: string;
  readonly engineer: Engineer;
  readonly key: string;
  readonly at: string;
  readonly unsafe?: UnsafeClass;
  readonly hasPosition: boolean;
  readonly buildForms?: VisitInput["buildForms"];
}

type Ending<K extends PastVisit["ending"]["kind"]> = Extract<PastVisit["ending"], { kind: K }>;

function buildClose(input: PastJobInput, ending: Ending<"closed">): Payload<"JobClose"> {
  const { property, ids, at } = input;
  const manifest = listPhotos(input).map(({ imageId, sha256 }) => ({ imageId, sha256 }));
  const [customer] = property.tenants;
  const closedOn = addMinutes(at, 75);
  return {
    ...ids,
    job: {
      statusTimestamps: {
        ...buildTimestamps(at),
        AccessGained: addMinutes(at, 12),
        Closed: closedOn,
      },
      notes: buildNotes(input, ending),
      parts: ending.parts.map((part, index) => buildPart(input, part, index)),
      plannedSors: ending.work.map((work) => ({
        ...buildSor({ work, qty: 1 }, ids.jobId, at),
        qtyUsed: 1,
      })),
      customForms: [
        ...(isGasService(input) ? [buildGasRecord({ ...input, jobId: ids.jobId })] : []),
        ...(input.buildForms?.({ ...input, jobId: ids.jobId }) ?? []),
      ],
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
      partsNotUsed: ending.partsNotUsedNote === null ? null : { noteId: unusedPartsNoteId(input) },
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

function isGasService({ visit, property }: PastJobInput): boolean {
  return visit.jobCategoryId === 1 && property.assets.some(burnsGas);
}

function buildNoAccess(input: PastJobInput, ending: Ending<"no access">): Payload<"JobNoAccess"> {
  const { ids, at } = input;
  const photos = listPhotos(input);
  const closedOn = addMinutes(at, 20);
  return {
    ...ids,
    noAccessReasonId: ending.noAccessReasonId,
    notes: ending.notes,
    imageIds: photos.map(({ imageId }) => imageId),
    statusTimestamps: { ...buildTimestamps(at), Closed: closedOn },
    manifest: photos.map(({ imageId, sha256 }) => ({ imageId, sha256 })),
    changeTimestamp: closedOn,
  };
}

function buildTimestamps(at: string) {
  return { New: addMinutes(at, -90), Travelling: addMinutes(at, -20), OnSite: at };
}

function buildNotes(input: PastJobInput, ending: Ending<"closed">): EngineeringNote[] {
  const { ids, at } = input;
  const { notes, partsNotUsedNote } = ending;
  const photos = listPhotos(input);
  const writtenNotes = notes.map(({ text, isPublic }, index) => {
    const engineeringNoteId = noteId(input, index);
    const writtenOn = addMinutes(at, 60 + index);
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
  if (partsNotUsedNote === null) return writtenNotes;
  const closedOn = addMinutes(at, 75);
  const explanation = {
    engineeringNoteId: unusedPartsNoteId(input),
    ...ids,
    description: partsNotUsedNote,
    isPublic: false,
    imageIds: [],
    createdOn: closedOn,
    modifiedOn: closedOn,
  };
  return [...writtenNotes, explanation];
}

function unusedPartsNoteId({ key }: PastJobInput): string {
  return deterministicId(`unused/${key}`);
}

function noteId({ key }: PastJobInput, index: number): string {
  return deterministicId(`note/${key}/${index}`);
}

/** Photos of a note belong to the note. Photos of a no access belong to the job. */
function listPhotos(input: PastJobInput): PastPhoto[] {
  const { visit, ids, key, at, property, hasPosition } = input;
  const photoPlan =
    visit.ending.kind === "closed"
      ? visit.ending.notes.flatMap(({ photos }, index) =>
          photos.map((imageName) => ({ imageName, entityId: noteId(input, index) })),
        )
      : visit.ending.photos.map((imageName) => ({ imageName, entityId: ids.jobId }));
  return photoPlan.map(({ imageName, entityId }, index) => ({
    imageId: deterministicId(`image/${key}/${index}`),
    entityId,
    imageName,
    sha256: hashImage(imageName),
    takenOn: addMinutes(at, 15 + index),
    position: hasPosition
      ? { latitude: property.coordinatesLatitude, longitude: property.coordinatesLongitude }
      : null,
  }));
}

function buildPart(
  { ids, key, at }: PastJobInput,
  { description, usageType }: Ending<"closed">["parts"][number],
  index: number,
): JobPart {
  const isUsed = usageType === 2;
  return {
    jobPartId: deterministicId(`part/${key}/${index}`),
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
    partAddedDateTime: addMinutes(at, 40 + index),
    partUnitTypeId: 1,
    manufacturerModelId: null,
    manufacturerPartCode: null,
    internalPartCode: null,
    collectedDateTime: usageType === 1 ? addMinutes(at, -60) : null,
    purchaseOrderId: null,
    purchaseOrderDetailId: null,
    supplierTicketNumber: null,
    location: null,
  };
}

/** The SHA-256 of an image of the demo, in hexadecimal. */
export function hashImage(imageName: DemoImageName): string {
  return createHash("sha256")
    .update(demoImages().get(imageName) ?? "")
    .digest("hex");
}

/** Hashes the closing message as its receipt does. */
export function hashContent({ closing, ids, appointmentDateTime }: PastJob): Buffer {
  const { type, payload } = closing;
  return createHash("sha256")
    .update(canonicalJson({ type, payload, ...ids, messageCreatedOn: appointmentDateTime }))
    .digest();
}
