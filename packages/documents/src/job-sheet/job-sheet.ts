import type { JobContent, Payload } from "@fieldfare/contract";
import { isolateText, type JobStatus, jobStatuses, londonTime, outcomes } from "@fieldfare/domain";
import { createCaptioner } from "./captions.ts";
import { documentCode } from "../document-code.ts";
import type { ClosedImage, ClosedJob } from "./closed-job.ts";
import { dangerWarning } from "../gas-safety/danger.ts";
import type {
  Block,
  Detail,
  DocumentContent,
  DocumentImage,
  Section,
} from "../document-content.ts";
import { decodeImageDataUrl, formatYesNo, joinIsolated } from "../formatting.ts";
import { appliances, contacts, forms, none, parts, removedRecords, sors } from "./tables.ts";
import { type Lookups, createLookups } from "./lookups.ts";
import { type PrintedForm, printedForms } from "./printed-forms.ts";

type Close = Payload<"JobClose">;
type NoAccess = Payload<"JobNoAccess">;

/** The bytes of the images by their hash. A missing image is printed as its caption only. */
export type ImageBytes = ReadonlyMap<string, Uint8Array>;

/**
 * Builds the job sheet of a visit: of a closed job, of one without access, or of one that was removed or cancelled after
 * something had been recorded. A tenant may get it, so it leaves out what is for the office only.
 */
export function jobSheet(
  job: ClosedJob,
  bytes: ImageBytes,
  formsToPrint: readonly PrintedForm[] = [],
): DocumentContent {
  const { closing } = job;
  const lookups = createLookups(job.lists);
  const captionFor = createCaptioner(job);
  const noteIds = new Set(
    closing.payload.job?.notes.map(({ engineeringNoteId }) => engineeringNoteId),
  );
  // A note's photos are below its text.
  const images = createImagePool(job.images, bytes, (image) =>
    noteIds.has(image.entityId) ? "" : captionFor(image),
  );
  const ofForms = printedForms(formsToPrint, lookups, (imageIds) =>
    images.take(({ imageId }) => imageIds.includes(imageId)),
  );
  const sections = endingSections(job, lookups, images);
  // The customer's signature is also one of the job's images.
  const signed = readSignature(closing);
  if (signed) images.take(({ sha256 }) => isSame(bytes.get(sha256), signed));
  const rest = images.rest();
  return {
    title: "Job sheet",
    reference: job.visit.formattedJobId,
    date: job.closedOn.toISOString(),
    ...documentCode("job-sheet", job.visit),
    sections: [
      ...danger(job),
      visit(job),
      ...sections,
      ...ofForms,
      ...removedSection(job, lookups),
      ...(rest.length > 0 ? [section("Photos", imageBlock(rest))] : []),
      ...(closing.kind === "JobClose" ? [signOff(closing.payload, job)] : []),
    ],
  };
}

/** The danger warning is above everything else, whichever form has the danger. */
function danger({ closing }: ClosedJob): Section[] {
  const warning = dangerWarning(closing.payload.job?.customForms ?? []);
  return warning ? [{ heading: null, blocks: [warning] }] : [];
}

function visit(job: ClosedJob): Section {
  return section(
    "Visit",
    detailsBlock([
      ["Property", job.address.join("\n")],
      ["Job type", joinIsolated(", ", [job.categoryName, job.detailTypeName])],
      ["Priority", job.jobPriority ?? ""],
      ["Details", job.taskDetails ?? ""],
      ["Engineer", joinIsolated(", ", [job.engineerName, job.mobileNumber])],
      ["Appointment", londonTime(job.appointmentDateTime)],
      ...jobStatuses.flatMap((status): Detail[] =>
        status === "AccessGained" ? accessAndHolds(job) : statusTime(job, status),
      ),
    ]),
  );
}

function statusTime({ closing }: ClosedJob, status: JobStatus): Detail[] {
  const at = readTimes(closing)[status];
  const label = timeLabels[status];
  return at && label ? [[label, londonTime(new Date(at))]] : [];
}

/**
 * A hold takes the time of access away from the job, and access is gained again after it. The sheet prints each time,
 * since notes and photos may be of the time before the hold.
 */
function accessAndHolds(job: ClosedJob): Detail[] {
  const { closing, accessAndHolds: steps, lists } = job;
  const wasHeld = steps.some(({ kind }) => kind === "hold");
  const last = statusTime(job, "AccessGained");
  if (closing.kind !== "JobNoAccess" && !wasHeld) return last;
  const lookups = createLookups(lists);
  const details = steps.map((step): Detail => {
    const time = londonTime(step.at);
    if (step.kind === "access") return [timeLabels.AccessGained, time];
    const reason = [lookups.text("HoldReason", step.holdReasonId), step.holdDescription];
    return ["Put on hold", [time, joinIsolated(": ", reason)].filter(Boolean).join("\n")];
  });
  const isPrinted = last.every(([label, time]) =>
    details.some(([otherLabel, otherTime]) => otherLabel === label && otherTime === time),
  );
  return isPrinted ? details : [...details, ...last];
}

const timeLabels = {
  New: null,
  Travelling: "Started Travel",
  OnSite: "Arrived to Site",
  AccessGained: "Access Gained",
  Closed: "Closed",
} as const satisfies Record<JobStatus, string | null>;

function readTimes({ kind, payload }: ClosedJob["closing"]): JobContent["statusTimestamps"] {
  if (kind === "JobNoAccess") return payload.statusTimestamps;
  return payload.job?.statusTimestamps ?? {};
}

function endingSections(
  { closing: { kind, payload }, hasOutdatedOrders }: ClosedJob,
  lookups: Lookups,
  images: ImagePool,
): Section[] {
  const ending =
    kind === "JobClose"
      ? result(payload.outcome, lookups)
      : kind === "JobNoAccess"
        ? noAccess(payload, lookups, images)
        : kind === "JobRemove"
          ? removal(payload)
          : cancellation(payload);
  return [
    ending,
    ...(payload.job && hasOutdatedOrders ? [outdatedOrders] : []),
    ...(payload.job ? workSections(payload.job, lookups, images) : []),
  ];
}

/** The sheet shows what the engineer worked with, which is not what the office wanted last. */
const outdatedOrders = section("Change by the office", {
  kind: "text",
  text:
    "The office changed the planned SORs or ordered parts. The engineer had not received this change before the visit " +
    "ended: the schedule of rates and the parts below are those that the engineer worked with.",
});

/** Returns what was recorded in the job, however it ended. */
function workSections(job: JobContent, lookups: Lookups, images: ImagePool): Section[] {
  const formPhotos = images.take(({ imageId }) => job.formPhotoImageIds.includes(imageId));
  return [
    section("Schedule of rates", sors(job.plannedSors)),
    section("Parts", ...parts(job.parts, lookups)),
    section("Engineering notes", ...notes(job.notes, images)),
    section(
      "Appliances",
      ...appliances(job.propertyAssets, lookups),
      ...applianceImages(job, images),
    ),
    section("Property contacts", contacts(job.tenants, lookups)),
    section("Forms", forms(job.customForms, lookups), imageBlock(formPhotos)),
  ];
}

function result(outcome: Close["outcome"], lookups: Lookups): Section {
  const { outcomeId, rootCauses, heatingStatus } = outcome;
  const name = outcomes.find((known) => known.outcomeId === outcomeId)?.name ?? `${outcomeId}`;
  const causes = rootCauses.map(({ rootCauseId, description, additionalText }) =>
    joinIsolated(": ", [description ?? lookups.rootCause(rootCauseId), additionalText]),
  );
  return section(
    "Outcome",
    detailsBlock([
      ["Outcome", name],
      ["Root cause", causes.join(" > ")],
      ...(heatingStatus
        ? ([
            ["Heating operational", formatYesNo(heatingStatus.isHeatingOperational)],
            ["Hot water", formatYesNo(heatingStatus.hasHotWater)],
            ["Temporary heaters left", formatYesNo(heatingStatus.wereTempHeatersLeft)],
            ["Property capped", formatYesNo(heatingStatus.isThePropertyCapped)],
          ] satisfies Detail[])
        : []),
    ]),
  );
}

function notes(rows: JobContent["notes"], images: ImagePool): Block[] {
  const blocks = rows.flatMap(
    ({ engineeringNoteId, description, isPublic, imageIds, createdOn }) => {
      // A private note's images are taken as well, so that they are not printed elsewhere.
      const taken = images.take(
        ({ imageId, entityId }) => imageIds.includes(imageId) || entityId === engineeringNoteId,
      );
      if (!isPublic) return [];
      return [
        { kind: "text" as const, label: londonTime(new Date(createdOn)), text: description },
        imageBlock(taken),
      ];
    },
  );
  if (blocks.length > 0) return blocks;
  return rows.length === 0 ? [none] : [{ kind: "text", text: "No public notes" }];
}

function applianceImages({ propertyAssets }: JobContent, images: ImagePool): Block[] {
  const ids = new Set(propertyAssets.map(({ propertyAssetId }) => propertyAssetId));
  return [imageBlock(images.take(({ entityId }) => ids.has(entityId)))];
}

function cancellation({ changeTimestamp }: Payload<"JobStatusChange">): Section {
  return section("Outcome", {
    kind: "text",
    text: `The visit was cancelled by the engineer on ${londonTime(new Date(changeTimestamp))}, before the job was closed.`,
  });
}

function removedSection({ removed }: ClosedJob, lookups: Lookups): Section[] {
  const details = removedRecords(removed, lookups).filter(([, value]) => value !== "");
  return details.length === 0 ? [] : [section("Removed on this visit", detailsBlock(details))];
}

function noAccess(payload: NoAccess, lookups: Lookups, images: ImagePool): Section {
  const { noAccessReasonId, notes: text, imageIds } = payload;
  return section(
    "No access",
    detailsBlock([["Reason", lookups.text("NoAccessReason", noAccessReasonId)]]),
    { kind: "text", label: "Notes", text },
    imageBlock(images.take(({ imageId }) => imageIds.includes(imageId))),
  );
}

function removal({ changeTimestamp }: Payload<"JobRemove">): Section {
  return section("Outcome", {
    kind: "text",
    text: `The job was removed from the engineer on ${londonTime(new Date(changeTimestamp))}, before it was closed.`,
  });
}

function signOff({ outcome }: Close, { engineerName }: ClosedJob): Section {
  const { customerName, optOut, dataUrl } = outcome.customerSignature;
  const drawn = decodeImageDataUrl(dataUrl);
  const signature: DocumentImage | null = drawn && {
    caption: `Signature of ${isolateText(customerName)}`,
    bytes: drawn,
    size: "signature",
  };
  return section(
    "Sign-off",
    detailsBlock([
      ["Engineer", `${isolateText(engineerName)} (agreed to the sign-off)`],
      ["Contacts reviewed", formatYesNo(outcome.tenantReviewCompleted)],
      ["Customer", customerName],
      ...(optOut ? [["Customer signature", "The customer did not sign"] as const] : []),
    ]),
    imageBlock(signature ? [signature] : []),
  );
}

function readSignature(closing: ClosedJob["closing"]): Uint8Array | null {
  if (closing.kind !== "JobClose") return null;
  return decodeImageDataUrl(closing.payload.outcome.customerSignature.dataUrl);
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, index) => byte === other[index]);
}

interface ImagePool {
  /** Returns the images that fit and have not been taken yet. */
  take(fits: (image: ClosedImage) => boolean): DocumentImage[];
  rest(): DocumentImage[];
}

/** Every image is printed once, in the first section that takes it. */
function createImagePool(
  images: readonly ClosedImage[],
  bytes: ImageBytes,
  captionFor: (image: ClosedImage) => string,
): ImagePool {
  let left = images;
  function take(fits: (image: ClosedImage) => boolean): DocumentImage[] {
    const taken = left.filter(fits);
    left = left.filter((image) => !taken.includes(image));
    return taken.map((image) => ({
      caption: [captionFor(image), `Taken ${londonTime(image.takenOn)}`].filter(Boolean).join("\n"),
      bytes: bytes.get(image.sha256) ?? null,
      size: "photo",
    }));
  }
  return { take, rest: () => take(() => true) };
}

function section(heading: string, ...blocks: readonly (Block | null)[]): Section {
  return { heading, blocks: blocks.filter((block) => block !== null) };
}

/** Leaves out details without a value. */
function detailsBlock(steps: readonly Detail[]): Block {
  return { kind: "details", details: steps.filter(([, value]) => value !== "") };
}

function imageBlock(images: readonly DocumentImage[]): Block {
  return { kind: "images", images };
}
