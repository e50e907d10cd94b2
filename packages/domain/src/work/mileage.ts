import { asciiDigits, readDecimal } from "../numbers.ts";
import { cutText } from "./cut.ts";
import { londonDay } from "../calendar/london.ts";
import { type Issues, collectIssues } from "../issues.ts";
import { isRegistration, readRegistration, type RegistrationFormat } from "./registration.ts";

type ServerId = string | number;

/** One mileage reading of a vehicle. */
export interface MileageRecord {
  readonly clientFieldOperativeMileageId: string;
  /** Null until the server's list has it. */
  readonly fieldOperativeMileageId: ServerId | null;
  readonly vehicleId: ServerId | null;
  /** Empty if it is not known. */
  readonly registration: string;
  /** In miles. */
  readonly currentMileage: number;
  /** The last mileage of the previous vehicle, if the vehicle was changed and it was known. */
  readonly previousMileage: number | null;
  /** ISO 8601, as are the other dates. */
  readonly dateRecorded: string;
  readonly createdOn: string;
  readonly modifiedOn: string;
}

/** Sorts by the date recorded, newest first, in the same order on every device. */
export function sortMileage<R extends MileageRecord>(records: readonly R[]): readonly R[] {
  return [...records].sort(
    (a, b) =>
      Date.parse(b.dateRecorded) - Date.parse(a.dateRecorded) ||
      Date.parse(b.createdOn) - Date.parse(a.createdOn) ||
      (a.clientFieldOperativeMileageId < b.clientFieldOperativeMileageId ? 1 : -1),
  );
}

/** Whether the record can be edited: while its date is today's calendar day in London. */
export function isMileageEditable(record: Pick<MileageRecord, "dateRecorded">, at: Date): boolean {
  return londonDay(new Date(record.dateRecorded)) === londonDay(at);
}

export const maxCorrectionReason = 500;

/**
 * Returns the issue of the reason: a correction after the day of the entry needs one, which the office sees. Null:
 * none.
 */
export function validateCorrection(
  record: Pick<MileageRecord, "dateRecorded">,
  reason: string,
  at: Date,
): "reason-missing" | "reason-too-long" | null {
  if (reason.trim().length > maxCorrectionReason) return "reason-too-long";
  return !isMileageEditable(record, at) && reason.trim() === "" ? "reason-missing" : null;
}

/** A vehicle that is driven all day does not go further. */
const maxMilesPerDay = 700;
/** No company van has a higher mileage. */
const maxPlausibleMileage = 500_000;
const dayMs = 86_400_000;

/**
 * Whether a mileage is so far above the previous entry of the same vehicle that a digit may be wrong. The engineer is
 * asked, never refused. Without a previous entry, only a mileage that no van reaches is implausible.
 */
export function isMileageImplausible(
  miles: number,
  at: string,
  previous: Pick<MileageRecord, "currentMileage" | "dateRecorded"> | null,
): boolean {
  if (!previous) return miles > maxPlausibleMileage;
  const days = Math.max(1, (Date.parse(at) - Date.parse(previous.dateRecorded)) / dayMs);
  return miles - previous.currentMileage > days * maxMilesPerDay;
}

/** Returns the entries before and after one in time. `sorted` is newest first. */
export function findNeighbours<R extends MileageRecord>(sorted: readonly R[], record: R) {
  const place = sorted.findIndex(
    ({ clientFieldOperativeMileageId: id }) => id === record.clientFieldOperativeMileageId,
  );
  return {
    previous: place < 0 ? null : (sorted[place + 1] ?? null),
    following: place < 0 ? null : (sorted[place - 1] ?? null),
  };
}

/** All texts are as typed. */
export interface MileageAnswers {
  readonly currentMileage: string;
  /** Shown if there is no previous entry, or it has no registration. */
  readonly registration: string;
  readonly isVehicleChanged: boolean;
  readonly previousVehicleMileage: string;
  readonly newRegistration: string;
}

export const blankMileage: MileageAnswers = {
  currentMileage: "",
  registration: "",
  isVehicleChanged: false,
  previousVehicleMileage: "",
  newRegistration: "",
};

/** No vehicle has more than nine digits, and a typing error must still be a number that can be stored. */
const maxDigits = 9;

/** Returns the digits to store, from any keyboard. The fraction of a pasted number is dropped. */
export function cutMileage(typed: string): string {
  const read = readDecimal(typed, "miles");
  if (read.kind === "unclear") return cutMileage(read.choices[0]);
  if (read.kind === "decimal" && !read.isNegative && read.fraction !== "")
    return cutText(read.whole, maxDigits);
  return cutText(asciiDigits(typed).replaceAll(/\D/g, ""), maxDigits);
}

/**
 * Returns what the field shows while a mileage is typed: the digits, and a fraction, which is refused. Without its point
 * `12400.5`, typed key by key, would become 124005.
 */
export function cutTypedMileage(typed: string): string {
  const [, whole = "", fraction = ""] = /^([\d,' ]+)(\.\d*)$/.exec(asciiDigits(typed).trim()) ?? [];
  return whole === "" ? cutMileage(typed) : cutMileage(whole) + cutText(fraction, maxFraction);
}

/** The point and three digits: it may be a thousands separator, so all of it is shown next to the error. */
const maxFraction = 4;

/** Returns the miles; null if there is no digit. */
export function parseMileage(text: string): number | null {
  const digits = cutMileage(text);
  return digits === "" ? null : Number(digits);
}

type Previous = Pick<MileageRecord, "registration" | "currentMileage" | "vehicleId"> | null;

/** Returns which fields the form shows. */
export function mileageFields(answers: MileageAnswers, previous: Previous) {
  const isChanged = previous !== null && answers.isVehicleChanged;
  return {
    registration: !isChanged && !hasRegistration(previous),
    vehicleSwitch: previous !== null,
    previousVehicleMileage: isChanged,
    newRegistration: isChanged,
  };
}

function hasRegistration(previous: Previous): boolean {
  return previous !== null && previous.registration.trim() !== "";
}

export type MileageIssues = {
  readonly currentMileage:
    | "mileage-missing"
    | "mileage-not-whole"
    | "mileage-below-previous"
    | "mileage-above-following";
  readonly registration: "registration-missing" | "registration-invalid";
  readonly previousVehicleMileage: "last-vehicle-below-previous";
  readonly newRegistration:
    | "new-registration-missing"
    | "registration-invalid"
    | "new-registration-same";
};

/** Validates a new entry. `previous` is the newest entry. */
export function validateMileage(
  answers: MileageAnswers,
  previous: Previous,
  extraFormats: readonly RegistrationFormat[] = [],
): Issues<MileageIssues> {
  const fields = mileageFields(answers, previous);
  const before = previous?.currentMileage ?? 0;
  const lastVehicle = parseMileage(answers.previousVehicleMileage);
  return collectIssues<MileageIssues>({
    currentMileage: validateCurrentMileage(answers.currentMileage, {
      min: fields.newRegistration ? null : before,
      max: null,
    }),
    registration: fields.registration
      ? validateRegistration(answers.registration, extraFormats)
      : null,
    previousVehicleMileage:
      fields.previousVehicleMileage && lastVehicle !== null && lastVehicle < before
        ? "last-vehicle-below-previous"
        : null,
    newRegistration: fields.newRegistration
      ? validateNewRegistration(answers.newRegistration, previous?.registration ?? "", extraFormats)
      : null,
  });
}

/** The part of an entry that is compared with its neighbours in time. */
type Reading = Pick<MileageRecord, "registration" | "currentMileage">;

export interface MileageNeighbours {
  readonly previous: Reading | null;
  readonly following: Reading | null;
}

/** Validates a changed entry. Neighbours count only if they are of the same vehicle. */
export function validateMileageUpdate(
  typed: string,
  record: Reading,
  { previous, following }: MileageNeighbours,
): Issues<Pick<MileageIssues, "currentMileage">> {
  const readSameVehicleMileage = (other: Reading | null) =>
    other && other.registration === record.registration ? other.currentMileage : null;
  return collectIssues<Pick<MileageIssues, "currentMileage">>({
    currentMileage: validateCurrentMileage(typed, {
      min: readSameVehicleMileage(previous),
      max: readSameVehicleMileage(following),
    }),
  });
}

interface RecordedMileage extends Reading {
  /** The previous vehicle's registration; null if the vehicle was not changed. */
  readonly previousRegistration: string | null;
  readonly previousMileage: number | null;
}

/**
 * Returns the rules for new and changed entries that a recorded entry breaks among its current neighbours. A device
 * may have recorded it before it had them.
 */
export function validateRecordedMileage(
  record: RecordedMileage,
  neighbours: MileageNeighbours,
  extraFormats: readonly RegistrationFormat[] = [],
): readonly MileageIssues[keyof MileageIssues][] {
  const { registration, currentMileage, previousMileage } = record;
  const answers: MileageAnswers = {
    currentMileage: String(currentMileage),
    registration,
    isVehicleChanged: record.previousRegistration !== null,
    previousVehicleMileage: previousMileage === null ? "" : String(previousMileage),
    newRegistration: registration,
  };
  const added = validateMileage(answers, findPreviousEntry(record, neighbours), extraFormats);
  const compared = validateMileageUpdate(answers.currentMileage, record, neighbours);
  return Object.values({ ...added, ...compared });
}

/** Returns the entry that the rules for a new entry compare with: of the same vehicle, or of the replaced one. */
function findPreviousEntry(
  { registration, previousRegistration }: RecordedMileage,
  { previous }: MileageNeighbours,
): Previous {
  if (previousRegistration !== null) {
    const isOfVehicle = previous?.registration === previousRegistration;
    const currentMileage = isOfVehicle ? previous.currentMileage : 0;
    return { vehicleId: null, registration: previousRegistration, currentMileage };
  }
  const isSameVehicle =
    previous?.registration === registration || previous?.registration.trim() === "";
  return previous && isSameVehicle ? { vehicleId: null, ...previous } : null;
}

function validateCurrentMileage(
  typed: string,
  { min, max }: { min: number | null; max: number | null },
): MileageIssues["currentMileage"] | null {
  const miles = parseMileage(typed);
  if (miles === null) return "mileage-missing";
  if (/\.\d/.test(typed)) return "mileage-not-whole";
  if (min !== null && miles < min) return "mileage-below-previous";
  return max !== null && miles > max ? "mileage-above-following" : null;
}

function validateRegistration(
  typed: string,
  extraFormats: readonly RegistrationFormat[],
): MileageIssues["registration"] | null {
  if (typed.trim() === "") return "registration-missing";
  return isRegistration(typed, extraFormats) ? null : "registration-invalid";
}

function validateNewRegistration(
  typed: string,
  previous: string,
  extraFormats: readonly RegistrationFormat[],
): MileageIssues["newRegistration"] | null {
  if (typed.trim() === "") return "new-registration-missing";
  if (!isRegistration(typed, extraFormats)) return "registration-invalid";
  return readRegistration(typed) === readRegistration(previous) ? "new-registration-same" : null;
}

/** Builds the vehicle and mileage of valid answers. */
export function buildMileage(answers: MileageAnswers, previous: Previous) {
  const fields = mileageFields(answers, previous);
  const currentMileage = parseMileage(answers.currentMileage) ?? 0;
  if (fields.newRegistration)
    return {
      vehicleId: null,
      registration: readRegistration(answers.newRegistration),
      currentMileage,
      previousMileage: parseMileage(answers.previousVehicleMileage),
      previousVehicle: {
        vehicleId: previous?.vehicleId ?? null,
        registration: previous?.registration ?? "",
      },
    };
  return {
    vehicleId: previous?.vehicleId ?? null,
    registration: fields.registration
      ? readRegistration(answers.registration)
      : (previous?.registration ?? ""),
    currentMileage,
    previousMileage: null,
    previousVehicle: null,
  };
}
