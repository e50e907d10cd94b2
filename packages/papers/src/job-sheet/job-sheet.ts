import type { JobContent, Payload } from "@fieldfare/contract";
import { type JobStatus, jobStatuses, londonTime, outcomes } from "@fieldfare/domain";
import { captionsOf } from "./captions.ts";
import { documentCode } from "../document-code.ts";
import type { ClosedImage, ClosedJob } from "./closed-job.ts";
import { dangerWarning } from "../gas-safety/danger.ts";
import type { Block, Fact, Paper, Picture, Section } from "../paper.ts";
import { pictureOfUrl, yesNo } from "../wording.ts";
import { appliances, contacts, forms, none, parts, sors } from "./tables.ts";
import { type Words, wordsOf } from "./words.ts";

type Close = Payload<"JobClose">;
type NoAccess = Payload<"JobNoAccess">;

/** Bytes of the pictures by their hash; what is missing there is named without being shown. */
export type PictureBytes = ReadonlyMap<string, Uint8Array>;

/**
 * What was done on a visit, on paper: of a job that was closed, of one that nobody let the engineer into, and of one
 * that was taken back after something had been recorded.
 * It may be handed to a tenant: what was meant for the office alone is not on it.
 */
export function jobSheet(job: ClosedJob, bytes: PictureBytes): Paper {
  const { closing } = job;
  const words = wordsOf(job.lists);
  const captionOf = captionsOf(job);
  const noted = new Set(
    closing.payload.job?.notes.map(({ engineeringNoteId }) => engineeringNoteId),
  );
  // A note's photos stand below its text.
  const pictures = placesOf(job.images, bytes, (image) =>
    noted.has(image.entityId) ? "" : captionOf(image),
  );
  const sections = endingSections(closing, words, pictures);
  // The customer's signature came as a picture of the job as well.
  const signed = signedBytes(closing);
  if (signed) pictures.take(({ sha256 }) => isSame(bytes.get(sha256), signed));
  const rest = pictures.rest();
  return {
    title: "Job sheet",
    reference: job.visit.formattedJobId,
    date: job.closedOn.toISOString(),
    ...documentCode("job-sheet", job.visit),
    sections: [
      ...danger(job),
      visit(job),
      ...sections,
      ...(rest.length > 0 ? [section("Photos", pictureBlock(rest))] : []),
      ...(closing.kind === "JobClose" ? [signOff(closing.payload, job)] : []),
    ],
  };
}

/** What must not be used stands above everything else, whichever form says so. */
function danger({ closing }: ClosedJob): Section[] {
  const warning = dangerWarning(closing.payload.job?.customForms ?? []);
  return warning ? [{ heading: null, blocks: [warning] }] : [];
}

function visit(job: ClosedJob): Section {
  const statusTimestamps = timesOf(job.closing);
  return section(
    "Visit",
    facts([
      ["Property", job.address.join("\n")],
      ["Job type", `${job.categoryName}, ${job.detailTypeName}`],
      ["Priority", job.jobPriority ?? ""],
      ["Details", job.taskDetails ?? ""],
      ["Engineer", [job.engineerName, job.mobileNumber].filter(Boolean).join(", ")],
      ["Appointment", londonTime(job.appointmentDateTime)],
      ...jobStatuses.flatMap((status): Fact[] => {
        const at = statusTimestamps[status];
        const label = timeLabels[status];
        return [
          ...(at && label ? [[label, londonTime(new Date(at))] as const] : []),
          ...(status === "OnSite" ? accessAndHolds(job) : []),
        ];
      }),
    ]),
  );
}

/** Of a visit that ended without access: access had been gained before, and the work on the sheet is of that time. */
function accessAndHolds({ closing, accessAndHolds: all, lists }: ClosedJob): Fact[] {
  if (closing.kind !== "JobNoAccess") return [];
  const words = wordsOf(lists);
  return all.map((step): Fact => {
    const time = londonTime(step.at);
    if (step.kind === "access") return ["Access Gained", time];
    const reason = [words.of("HoldReason", step.holdReasonId), step.holdDescription];
    return ["Put on hold", [time, reason.filter(Boolean).join(": ")].filter(Boolean).join("\n")];
  });
}

const timeLabels: Record<JobStatus, string | null> = {
  New: null,
  Travelling: "Started Travel",
  OnSite: "Arrived to Site",
  AccessGained: "Access Gained",
  Closed: "Closed",
};

function timesOf({ kind, payload }: ClosedJob["closing"]): JobContent["statusTimestamps"] {
  if (kind === "JobNoAccess") return payload.statusTimestamps;
  return payload.job?.statusTimestamps ?? {};
}

function endingSections(
  { kind, payload }: ClosedJob["closing"],
  words: Words,
  pictures: Places,
): Section[] {
  const ending =
    kind === "JobClose"
      ? result(payload.outcome, words)
      : kind === "JobNoAccess"
        ? noAccess(payload, words, pictures)
        : removed(payload);
  return [ending, ...(payload.job ? workSections(payload.job, words, pictures) : [])];
}

/** What was recorded inside the job, whatever way it ended. */
function workSections(job: JobContent, words: Words, pictures: Places): Section[] {
  const formPhotos = pictures.take(({ imageId }) => job.formPhotoImageIds.includes(imageId));
  return [
    section("Schedule of rates", sors(job.plannedSors)),
    section("Parts", ...parts(job.parts, words)),
    section("Engineering notes", ...notes(job.notes, pictures)),
    section(
      "Appliances",
      ...appliances(job.propertyAssets, words),
      ...applianceImages(job, pictures),
    ),
    section("Property contacts", contacts(job.tenants, words)),
    section("Forms", forms(job.customForms, words), pictureBlock(formPhotos)),
  ];
}

function result(outcome: Close["outcome"], words: Words): Section {
  const { outcomeId, rootCauses, heatingStatus } = outcome;
  const name = outcomes.find((known) => known.outcomeId === outcomeId)?.name ?? `${outcomeId}`;
  const causes = rootCauses.map(({ rootCauseId, description, additionalText }) =>
    [description ?? words.rootCause(rootCauseId), additionalText].filter(Boolean).join(": "),
  );
  return section(
    "Outcome",
    facts([
      ["Outcome", name],
      ["Root cause", causes.join(" > ")],
      ...(heatingStatus
        ? ([
            ["Heating operational", yesNo(heatingStatus.isHeatingOperational)],
            ["Hot water", yesNo(heatingStatus.hasHotWater)],
            ["Temporary heaters left", yesNo(heatingStatus.wereTempHeatersLeft)],
            ["Property capped", yesNo(heatingStatus.isThePropertyCapped)],
          ] satisfies Fact[])
        : []),
    ]),
  );
}

function notes(rows: JobContent["notes"], pictures: Places): Block[] {
  const blocks = rows.flatMap(
    ({ engineeringNoteId, description, isPublic, imageIds, createdOn }) => {
      // A private note's pictures are taken as well, so that they end up nowhere else.
      const taken = pictures.take(
        ({ imageId, entityId }) => imageIds.includes(imageId) || entityId === engineeringNoteId,
      );
      if (!isPublic) return [];
      return [
        { kind: "text" as const, label: londonTime(new Date(createdOn)), text: description },
        pictureBlock(taken),
      ];
    },
  );
  return blocks.length === 0 ? [none] : blocks;
}

function applianceImages({ propertyAssets }: JobContent, pictures: Places): Block[] {
  const ids = new Set(propertyAssets.map(({ propertyAssetId }) => propertyAssetId));
  return [pictureBlock(pictures.take(({ entityId }) => ids.has(entityId)))];
}

function noAccess(payload: NoAccess, words: Words, pictures: Places): Section {
  const { noAccessReasonId, notes: text, imageIds } = payload;
  return section(
    "No access",
    facts([["Reason", words.of("NoAccessReason", noAccessReasonId)]]),
    { kind: "text", label: "Notes", text },
    pictureBlock(pictures.take(({ imageId }) => imageIds.includes(imageId))),
  );
}

function removed({ changeTimestamp }: Payload<"JobRemove">): Section {
  return section("Outcome", {
    kind: "text",
    text: `The job was removed from the engineer on ${londonTime(new Date(changeTimestamp))}, before it was closed.`,
  });
}

function signOff({ outcome }: Close, { engineerName }: ClosedJob): Section {
  const { customerName, optOut, dataUrl } = outcome.customerSignature;
  const drawn = pictureOfUrl(dataUrl);
  const signature: Picture | null = drawn && {
    caption: `Signature of ${customerName}`,
    bytes: drawn,
    size: "signature",
  };
  return section(
    "Sign-off",
    facts([
      ["Engineer", `${engineerName} (agreed to the sign-off)`],
      ["Contacts reviewed", yesNo(outcome.tenantReviewCompleted)],
      ["Customer", optOut ? `${customerName} (did not sign)` : customerName],
    ]),
    pictureBlock(signature ? [signature] : []),
  );
}

function signedBytes(closing: ClosedJob["closing"]): Uint8Array | null {
  if (closing.kind !== "JobClose") return null;
  return pictureOfUrl(closing.payload.outcome.customerSignature.dataUrl);
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, index) => byte === other[index]);
}

interface Places {
  /** The pictures that fit and have no place yet. */
  take(fits: (image: ClosedImage) => boolean): Picture[];
  rest(): Picture[];
}

/** Every picture is shown once: at the first place that asks for it. */
function placesOf(
  images: readonly ClosedImage[],
  bytes: PictureBytes,
  captionOf: (image: ClosedImage) => string,
): Places {
  let left = images;
  function take(fits: (image: ClosedImage) => boolean): Picture[] {
    const taken = left.filter(fits);
    left = left.filter((image) => !taken.includes(image));
    return taken.map((image) => ({
      caption: [captionOf(image), `Taken ${londonTime(image.takenOn)}`].filter(Boolean).join("\n"),
      bytes: bytes.get(image.sha256) ?? null,
      size: "photo",
    }));
  }
  return { take, rest: () => take(() => true) };
}

function section(heading: string, ...blocks: readonly (Block | null)[]): Section {
  return { heading, blocks: blocks.filter((block) => block !== null) };
}

/** Facts that are not known are left out. */
function facts(all: readonly Fact[]): Block {
  return { kind: "facts", facts: all.filter(([, value]) => value !== "") };
}

function pictureBlock(pictures: readonly Picture[]): Block {
  return { kind: "pictures", pictures };
}
