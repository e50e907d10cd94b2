import { isolateText, londonTime } from "@fieldfare/domain";
import type { Block, Detail, DocumentContent, Section } from "../document-content.ts";
import { documentCode, type DocumentVisit } from "../document-code.ts";
import { formatDay, joinIsolated } from "../formatting.ts";

/** The home at which nobody gave access. */
export interface AttemptHome {
  /** The lines of the address, with the postcode last. */
  readonly address: readonly string[];
  readonly uprn: string | null;
  readonly landlord: string | null;
  /** Who sent the engineers. */
  readonly business: string | null;
  /** `YYYY-MM-DD`; null: no gas safety record is known. */
  readonly gasDueOn: string | null;
  readonly lastAccessOn: Date | null;
}

/** One visit without access, as the phone and the server recorded it. */
export interface AccessAttempt {
  readonly formattedJobId: string;
  readonly categoryName: string;
  readonly detailTypeName: string;
  readonly appointmentDateTime: Date;
  readonly engineerName: string | null;
  readonly gasSafeIdCard: string | null;
  readonly reason: string;
  readonly notes: string;
  /** The messages of the visit in the order in which they arrived. */
  readonly steps: readonly AttemptStep[];
  readonly deviceId: string;
  readonly messageId: string;
  readonly photos: readonly AttemptPhoto[];
}

interface AttemptStep {
  readonly name: string;
  readonly recordedOn: Date;
  readonly receivedOn: Date;
  /** Server time minus device time in ms when it was sent; null: the phone did not say. */
  readonly clockOffsetMs: number | null;
}

/** A photo of an attempt. Where the server has no row of it, only its id is known. */
export interface AttemptPhoto {
  readonly imageId: string;
  readonly stored: StoredPhoto | null;
}

interface StoredPhoto {
  readonly sha256: string;
  readonly takenOn: Date;
  readonly receivedOn: Date;
  /** Degrees north and east; null: the phone did not record them. */
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  /** Null: the image cannot be shown, or was deleted. */
  readonly bytes: Uint8Array | null;
  readonly isDeleted: boolean;
}

const notRecorded = "Not recorded";

/**
 * Builds one document of the attempts to get into a home in a row, oldest first, for a court that has to judge whether all
 * reasonable steps were taken. `visit` is the last attempt. It says only what was recorded.
 */
export function accessEvidence(
  home: AttemptHome,
  attempts: readonly AccessAttempt[],
  visit: DocumentVisit,
): DocumentContent {
  const last = attempts.at(-1)?.steps.at(-1)?.recordedOn ?? new Date(0);
  return {
    title: "Evidence of access attempts",
    reference: visit.formattedJobId,
    date: last.toISOString(),
    ...documentCode("access-attempts", visit),
    sections: [
      { heading: "Home", blocks: [{ kind: "details", details: homeDetails(home, attempts) }] },
      { heading: "Summary", blocks: [summary(attempts)] },
      ...attempts.map((attempt, index) => attemptSection(attempt, index + 1)),
      { heading: "How this was recorded", blocks: [{ kind: "text", text: explanation }] },
    ],
  };
}

const explanation = [
  "The engineer's phone recorded each step at the moment of the tap, also without a signal, and sent it when it had one. “By the phone” is the time of the phone's clock; “received” is when our server stored the message, by the server's clock. “Clock” says how far the phone's clock was behind (+) or ahead (-) when it sent the message. All times are those of London.",
  "A photo is identified by the SHA-256 hash of its file, which the server computed when it received the photo. The same file always has the same hash, and a changed file has another one. The position is that of the phone when the photo was taken.",
  "What the phone did not record is stated as not recorded.",
].join("\n\n");

function homeDetails(home: AttemptHome, attempts: readonly AccessAttempt[]): Detail[] {
  return [
    ["Address", home.address.join("\n")],
    ["UPRN", home.uprn ?? notRecorded],
    ["Landlord", home.landlord ?? notRecorded],
    ["Visited by", home.business ?? notRecorded],
    ["Gas safety record runs out", home.gasDueOn ? formatDay(home.gasDueOn) : "No record is known"],
    [
      "Access last gained",
      home.lastAccessOn ? londonTime(home.lastAccessOn) : "No visit with access is known",
    ],
    ["Attempts without access since then", String(attempts.length)],
  ];
}

function summary(attempts: readonly AccessAttempt[]): Block {
  return {
    kind: "table",
    columns: [
      { heading: "No.", share: 0.07 },
      { heading: "Ended, by the phone", share: 0.2 },
      { heading: "Job", share: 0.17 },
      { heading: "Engineer", share: 0.2 },
      { heading: "Reason", share: 0.26 },
      { heading: "Photos", share: 0.1 },
    ],
    rows: attempts.map((attempt, index) => [
      String(index + 1),
      formatEnd(attempt),
      attempt.formattedJobId,
      attempt.engineerName ?? notRecorded,
      attempt.reason,
      String(attempt.photos.length),
    ]),
  };
}

function attemptSection(attempt: AccessAttempt, number: number): Section {
  return {
    heading: `Attempt ${number}: ${formatEnd(attempt)}`,
    blocks: [
      {
        kind: "details",
        details: [
          ["Job", attempt.formattedJobId],
          ["Job type", joinIsolated(", ", [attempt.categoryName, attempt.detailTypeName])],
          ["Appointment", londonTime(attempt.appointmentDateTime)],
          ["Engineer", attempt.engineerName ? isolateText(attempt.engineerName) : notRecorded],
          ["Gas Safe ID card", attempt.gasSafeIdCard ?? notRecorded],
          ["Reason", attempt.reason],
          ["Phone", attempt.deviceId],
          ["Message", attempt.messageId],
        ],
      },
      { kind: "text", label: "What the engineer wrote", text: attempt.notes },
      stepTable(attempt.steps),
      ...photoBlocks(attempt.photos),
    ],
  };
}

function formatEnd({ steps }: AccessAttempt): string {
  const end = steps.at(-1);
  return end ? londonTime(end.recordedOn) : notRecorded;
}

function stepTable(steps: readonly AttemptStep[]): Block {
  return {
    kind: "table",
    columns: [
      { heading: "Step", share: 0.31 },
      { heading: "By the phone", share: 0.26 },
      { heading: "Received", share: 0.26 },
      { heading: "Clock", share: 0.17 },
    ],
    rows: steps.map(({ name, recordedOn, receivedOn, clockOffsetMs }) => [
      name,
      formatSecond(recordedOn),
      formatSecond(receivedOn),
      formatOffset(clockOffsetMs),
    ]),
  };
}

function photoBlocks(photos: readonly AttemptPhoto[]): Block[] {
  if (photos.length === 0) return [{ kind: "text", label: "Photos", text: "No photo is known." }];
  return [
    {
      kind: "images",
      images: photos.flatMap(({ stored }, index) =>
        stored && !stored.isDeleted
          ? [
              {
                caption: `Photo ${index + 1}\nTaken ${formatSecond(stored.takenOn)}`,
                bytes: stored.bytes,
                size: "photo" as const,
              },
            ]
          : [],
      ),
    },
    {
      kind: "table",
      columns: [
        { heading: "Photo", share: 0.08 },
        { heading: "Taken, by the phone", share: 0.17 },
        { heading: "Received", share: 0.17 },
        { heading: "Place", share: 0.2 },
        { heading: "SHA-256 of the file", share: 0.38 },
      ],
      rows: photos.map(photoRow),
    },
  ];
}

function photoRow({ imageId, stored }: AttemptPhoto, index: number): string[] {
  const number = String(index + 1);
  if (!stored) return [number, "Has not arrived", "", "", `Image ${imageId}`];
  const { takenOn, receivedOn, position, sha256, isDeleted } = stored;
  return [
    isDeleted ? `${number} (deleted)` : number,
    formatSecond(takenOn),
    formatSecond(receivedOn),
    position ? formatPosition(position) : notRecorded,
    // In groups, so that it can be compared and broken into lines.
    (sha256.match(/.{8}/g) ?? []).join(" "),
  ];
}

function formatPosition({ latitude, longitude }: NonNullable<StoredPhoto["position"]>): string {
  const north = `${Math.abs(latitude).toFixed(5)}° ${latitude < 0 ? "S" : "N"}`;
  return `${north}\n${Math.abs(longitude).toFixed(5)}° ${longitude < 0 ? "W" : "E"}`;
}

const seconds = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/London", second: "2-digit" });

/** `21/11/2026 09:00:05` in London. */
function formatSecond(at: Date): string {
  return `${londonTime(at)}:${seconds.format(at).padStart(2, "0")}`;
}

function formatOffset(offsetMs: number | null): string {
  if (offsetMs === null) return notRecorded;
  const total = Math.round(offsetMs / 1000);
  if (total === 0) return "Less than 1 s";
  const size = Math.abs(total);
  const minutes = Math.floor(size / 60);
  const text = minutes > 0 ? `${minutes} min ${size % 60} s` : `${size} s`;
  return `${total < 0 ? "-" : "+"}${text}`;
}
