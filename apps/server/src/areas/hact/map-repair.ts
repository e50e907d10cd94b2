import { isDeepStrictEqual } from "node:util";
import type { CallBody, KeySafe } from "@fieldfare/contract";
import type {
  createJob,
  HactCodes,
  HactJobType,
  HactRateScheduleItem,
  JobDetails,
  RaiseRepairMessage,
  ScheduleRepairMessage,
} from "@fieldfare/contract/office";
import { done, londonTime, startOfLondonDay } from "@fieldfare/domain";
import type { StoredWorkElement } from "../../database/schema/hact.ts";
import type { Issue } from "../../http/problem.ts";
import { findCode } from "./codes.ts";

type JobDraft = CallBody<typeof createJob>;
type Message = RaiseRepairMessage | ScheduleRepairMessage;
type Notification = NonNullable<JobDraft["property"]["notifications"]>[number];
type PropertyDraft = JobDraft["property"];

/** A code of the data set `Sor`. */
interface KnownSor {
  readonly sorCodeId: number;
  readonly code: string;
  readonly description: string;
}

/** What the mapping needs besides the message. */
export interface RepairContext {
  readonly codes: HactCodes;
  /** By the code in upper case. */
  readonly sors: ReadonlyMap<string, KnownSor>;
}

/** A repair as a job, without ids, engineer and home. */
export interface MappedRepair {
  readonly details: JobDetails;
  readonly kind: HactJobType;
  readonly plannedSors: NonNullable<JobDraft["plannedSors"]>;
  readonly workElements: readonly StoredWorkElement[];
  readonly uprn: string | null;
  /** Null: the message has no address. */
  readonly address: Pick<
    PropertyDraft,
    "addressLine1" | "addressLine2" | "addressLine3" | "addressLine4" | "postcode"
  > | null;
  readonly notifications: Notification[];
  /** Codes of the list of alerts. */
  readonly alertCodes: readonly string[];
  readonly tenants: NonNullable<PropertyDraft["tenants"]>;
}

type Mapped =
  | { readonly ok: true; readonly value: MappedRepair }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Maps a message to a job. A code that is in no table is an issue that names the code and the table. The comments of
 * alerts about people are left out: the standard asks not to repeat them on an operative's work order.
 */
export function mapRepair(message: Message, context: RepairContext): Mapped {
  const issues: Issue[] = [];
  const { codes } = context;
  const missing = (path: string, code: string, table: keyof HactCodes) =>
    issues.push({
      path,
      message: `The code "${code}" is missing from the table "${table}" of the HACT codes`,
    });
  const priorityCode = String(message.Priority.PriorityCode);
  const jobPriority = findCode(codes.priorities, priorityCode);
  if (jobPriority === undefined) missing("Priority.PriorityCode", priorityCode, "priorities");
  const kind = findKind(message, codes, missing);
  const work = mapWork(message, context, missing);
  const ofPersons = mapAlerts(message.PersonAlert, "personAlerts", codes, missing);
  const ofPlaces = mapAlerts(message.LocationAlert, "locationAlerts", codes, missing);
  const alerts = [...ofPersons, ...ofPlaces];
  const keySafes = findKeySafes(message);
  const [keySafe] = keySafes;
  const window = message.RefinedAppointmentWindow;
  const appointment = readAppointment(message);
  if (appointment === null)
    issues.push({ path: "RefinedAppointmentWindow", message: "No moment has this date and time" });
  if (kind === null || jobPriority === undefined || appointment === null || issues.length > 0)
    return { ok: false, issues };
  const place = readPlace(message);
  return done({
    details: {
      appointmentDateTime: appointment.toISOString(),
      clientPreferredTimeName: window?.TimeOfDay.Name ?? null,
      taskDetails: describeTask(message, ofPlaces),
      accessNotes: describeAccess(message, keySafes),
      jobPriority,
      // The office may have entered it: a message without one leaves it as it is.
      ...(keySafe && { keySafe: withShortCode(keySafe) }),
    },
    alertCodes: [...new Set(alerts.flatMap(({ alertCode }) => alertCode ?? []))],
    kind,
    ...work,
    ...place,
    notifications: withoutRepeats(alerts.flatMap(({ notification }) => notification ?? [])),
    tenants: readTenants(message),
  });
}

type ReportMissing = (path: string, code: string, table: keyof HactCodes) => void;

/** The type of job: as the work class says, else as the first trade says. */
function findKind(message: Message, codes: HactCodes, missing: ReportMissing): HactJobType | null {
  const workClass = String(message.WorkClass.WorkClassCode);
  const byClass = findCode(codes.workClasses, workClass);
  if (byClass === undefined) {
    missing("WorkClass.WorkClassCode", workClass, "workClasses");
    return null;
  }
  if (byClass !== null) return byClass;
  const trades = (message.WorkElement ?? []).flatMap((element, index) =>
    (element.Trade ?? []).map((trade, n) => ({
      code: String(trade.CustomCode ?? trade.Code),
      standardCode: String(trade.Code),
      path: `WorkElement.${index}.Trade.${n}.Code`,
    })),
  );
  for (const { code, standardCode } of trades) {
    const found = findCode(codes.trades, code) ?? findCode(codes.trades, standardCode);
    if (found) return found;
  }
  if (codes.otherTrades) return codes.otherTrades;
  const [first = { code: "", path: "WorkElement" }] = trades;
  missing(first.path, first.code, "trades");
  return null;
}

function mapWork(
  message: Message,
  { codes, sors }: RepairContext,
  missing: ReportMissing,
): Pick<MappedRepair, "plannedSors" | "workElements"> {
  const planned = new Map<number, NonNullable<JobDraft["plannedSors"]>[number]>();
  const workElements = (message.WorkElement ?? []).map((element, index): StoredWorkElement => ({
    reference: element.Reference
      ? {
          ID: element.Reference.ID,
          ...(element.Reference.AllocatedBy && { AllocatedBy: element.Reference.AllocatedBy }),
        }
      : null,
    trades: (element.Trade ?? []).map(({ Code }) => String(Code)),
    sors: element.RateScheduleItem.flatMap((item, n) => {
      const path = `WorkElement.${index}.RateScheduleItem.${n}`;
      const given = readSorCode(item);
      if (given === null) return [];
      const known = sors.get((findCode(codes.sors, given.code) ?? given.code).toUpperCase());
      if (!known) {
        missing(`${path}.${given.isNational ? "M3NHFSORCode" : "CustomCode"}`, given.code, "sors");
        return [];
      }
      const qty = (item.Quantity?.Amount ?? [1]).reduce((sum, amount) => sum + amount, 0);
      planned.set(known.sorCodeId, {
        sorCodeId: known.sorCodeId,
        sorCode: known.code,
        shortDescription: known.description.slice(0, 500),
        // A code of the schedule is once in a job: the same work of two elements is added up.
        qty: (planned.get(known.sorCodeId)?.qty ?? 0) + qty,
      });
      return [{ sorCodeId: known.sorCodeId, ...given }];
    }),
  }));
  return { plannedSors: [...planned.values()], workElements };
}

function readSorCode(item: HactRateScheduleItem): { code: string; isNational: boolean } | null {
  if (item.M3NHFSORCode) return { code: item.M3NHFSORCode, isNational: true };
  return item.CustomCode ? { code: item.CustomCode, isNational: false } : null;
}

/** What an alert becomes: one of the two. */
interface MappedAlert {
  readonly notification?: Notification;
  /** A code of the list of alerts, for this job alone. */
  readonly alertCode?: string;
  /** What the message says of a place and the list of alerts does not. */
  readonly comments?: string;
}

function mapAlerts(
  alerts: Message["PersonAlert"],
  table: "personAlerts" | "locationAlerts",
  codes: HactCodes,
  missing: ReportMissing,
): MappedAlert[] {
  const isOfPlace = table === "locationAlerts";
  const other = isOfPlace ? codes.otherLocationAlerts : codes.otherPersonAlerts;
  const name = isOfPlace ? "LocationAlert" : "PersonAlert";
  return (alerts ?? []).flatMap(({ Type, Comments }, index): MappedAlert[] => {
    const type = String(Type);
    const own = findCode(codes[table], type);
    // The provider has decided that this alert is not for engineers.
    if (own === null) return [];
    const becomes = own ?? other;
    if (becomes === null) {
      missing(`${name}.${index}.Type`, type, table);
      return [];
    }
    const comments = isOfPlace && Comments ? Comments : "";
    if ("alertCode" in becomes)
      return [{ alertCode: becomes.alertCode, ...(comments && { comments }) }];
    const { description, severity, alertEngineer } = becomes;
    const code = `${name}-${type}`.slice(0, 50);
    const words = [description, comments].filter(Boolean).join(" ").slice(0, 2000);
    return [{ notification: { code, description: words, severity, alertEngineer } }];
  });
}

function withoutRepeats(notices: readonly Notification[]): Notification[] {
  const key = ({ code, description }: Notification) => JSON.stringify([code, description]);
  return [...new Map(notices.map((notice) => [key(notice), notice])).values()];
}

/** The agreed time; without one, the time by which the work has to be done, for a planner to arrange. */
function readAppointment({ Priority, RefinedAppointmentWindow }: Message): Date | null {
  const { Date: day, TimeOfDay } = RefinedAppointmentWindow ?? {};
  if (!day) return new Date(Priority.RequiredCompletionDateTime);
  if (day < "1900" || day > "2200") return null;
  const [hours = 8, minutes = 0] = (TimeOfDay?.EarliestArrivalTime ?? "08:00")
    .split(":")
    .map(Number);
  // The day begins at 0:00 in London; on a day on which the clock changes, it does so after that.
  const midday = new Date(startOfLondonDay(day).getTime() + 12 * 3_600_000);
  if (Number.isNaN(midday.getTime())) return null;
  const shift = readLondonHour(midday) - 12;
  return new Date(midday.getTime() + ((hours - 12 - shift) * 60 + minutes) * 60_000);
}

function readLondonHour(at: Date): number {
  return Number(londonTime(at).slice(11, 13));
}

function describeTask(message: Message, places: readonly MappedAlert[]): string {
  const lines = [
    message.DescriptionOfWork,
    message.LocationOfRepair && `Where: ${message.LocationOfRepair}`,
    message.ParkingArrangements && `Parking: ${message.ParkingArrangements}`,
    ...places.map(({ comments }) => comments && `Alert: ${comments}`),
    `Required by ${londonTime(new Date(message.Priority.RequiredCompletionDateTime))}`,
  ];
  return lines.filter(Boolean).join("\n").slice(0, 10_000);
}

/** The key safes that the message names, each once, as a job has them. */
function findKeySafes(message: Message): KeySafe[] {
  const named = [message.AccessInformation?.Keysafe, findUnits(message)[0]?.Keysafe];
  const keySafes = named.flatMap((one): KeySafe[] =>
    one?.Location || one?.Code
      ? [{ location: one.Location?.trim() || null, code: one.Code?.trim() || null }]
      : [],
  );
  return keySafes.filter(
    (one, index) => keySafes.findIndex((other) => isDeepStrictEqual(one, other)) === index,
  );
}

/** The longest code of a key safe that a job has. */
const maxCode = 50;

function withShortCode({ location, code }: KeySafe): KeySafe {
  return { location, code: code !== null && code.length > maxCode ? null : code };
}

/** How to get in, with what the key safe of the job does not say. */
function describeAccess(
  { AccessInformation }: Message,
  [first, ...others]: readonly KeySafe[],
): string | null {
  const lines = [
    AccessInformation?.Description,
    first?.code && first.code.length > maxCode && `Key safe: code ${first.code}`,
    ...others.map(({ location, code }) =>
      [`Another key safe${location ? `: ${location}` : ""}`, code && `code ${code}`]
        .filter(Boolean)
        .join(", "),
    ),
  ].filter(Boolean);
  return lines.length === 0 ? null : lines.join("\n").slice(0, 2000);
}

/** The units of the place, from the member that the message uses. */
function findUnits(
  message: Message,
): readonly NonNullable<RaiseRepairMessage["SitePropertyUnit"]>[number][] {
  const { SitePropertyUnit } = message;
  if (SitePropertyUnit && SitePropertyUnit.length > 0) return SitePropertyUnit;
  if (!("Site" in message)) return [];
  return (message.Site?.Property ?? []).flatMap(({ Address, Unit }) =>
    (Unit ?? [{}]).map((unit) => ({ ...unit, Address: unit.Address ?? Address })),
  );
}

/** The longest line of an address, as the contract of a job has it. */
const maxAddressLine = 200;

function readPlace(message: Message): Pick<MappedRepair, "uprn" | "address"> {
  const [unit] = findUnits(message);
  const references = unit?.Reference ?? [];
  const isUprn = (text: string) => /^\d{1,12}$/.test(text);
  const named = references.find(
    ({ ID, Description, AllocatedBy }) =>
      isUprn(ID) && /uprn/i.test(`${Description ?? ""} ${AllocatedBy ?? ""}`),
  );
  const only = references.length === 1 ? references[0] : undefined;
  const uprn = named?.ID ?? (only && isUprn(only.ID) ? only.ID : null);
  const postal = unit?.Address;
  const given = (postal?.AddressLine ?? []).map((line) => line.trim()).filter(Boolean);
  const street = [postal?.BuildingNumber, postal?.StreetName]
    .filter(Boolean)
    .join(" ")
    .slice(0, maxAddressLine);
  const lines =
    given.length > 0
      ? given
      : [postal?.BuildingName, street, postal?.CityName].flatMap((line) => (line ? [line] : []));
  const [addressLine1, addressLine2 = null, addressLine3 = null, ...others] = lines;
  if (addressLine1 === undefined || !postal?.PostalCode) return { uprn, address: null };
  return {
    uprn,
    address: {
      addressLine1,
      addressLine2,
      addressLine3,
      addressLine4: others.length === 0 ? null : others.join(", ").slice(0, maxAddressLine),
      postcode: postal.PostalCode,
    },
  };
}

/** The tenant whom the message names, with a telephone number and an e-mail address that are recognised by their form. */
function readTenants(message: Message): MappedRepair["tenants"] {
  const person = "Customer" in message ? message.Customer?.Person : undefined;
  const fullName = person?.Name?.Full?.trim();
  if (!fullName) return [];
  const values = (person?.Communication ?? []).flatMap(({ Value }) =>
    Value ? [Value.trim()] : [],
  );
  const phone = values.find((value) => /^\+?[\d ()-]{7,20}$/.test(value));
  const emailAddress = values.find((value) => /^\S+@\S+\.\S+$/.test(value)) ?? null;
  return [
    {
      fullName,
      isPrimaryTenant: true,
      emailAddress,
      phones: phone
        ? [{ phoneType: /^(\+44|0)\s*7/.test(phone) ? "Mobile" : "Home", number: phone }]
        : [],
    },
  ];
}
