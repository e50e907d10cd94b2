import { plannedSpan, type TimeSpan } from "./day-board.ts";
import { parsePostcode } from "../postcode.ts";

/** An appointment that an engineer has on the day. */
export interface SlotVisit {
  readonly formattedJobId: string;
  /** ISO 8601. */
  readonly appointmentDateTime: string;
  /** The address of the home, which ends with its postcode. */
  readonly address: string;
}

/** How a new appointment fits into the day of an engineer. */
export interface SlotFit<Visit extends SlotVisit = SlotVisit> {
  /** The visit at the same time. Null: the engineer is free then. */
  readonly clash: Visit | null;
  /** The last visit that ends before it. */
  readonly before: Visit | null;
  /** The first visit that begins after it. */
  readonly after: Visit | null;
  /** Minutes between it and the nearer of these two. Null: there is none. */
  readonly gapMinutes: number | null;
  /** The nearer visit is in the same postcode district, such as LS6. */
  readonly isSameDistrict: boolean;
  readonly visits: number;
}

/** The part of a postcode before its space, such as LS6. Null: the address ends with none. */
export function postcodeDistrict(address: string): string | null {
  return parsePostcode(address.split(",").at(-1) ?? "")?.split(" ")[0] ?? null;
}

/** Says how a new appointment at a home fits into the visits of an engineer. Every visit is taken to last as long as planned. */
export function fitSlot<Visit extends SlotVisit>(
  slot: Omit<SlotVisit, "formattedJobId">,
  visits: readonly Visit[],
): SlotFit<Visit> {
  const span = plannedSpan(slot);
  const placed = visits
    .map((visit) => ({ visit, span: plannedSpan(visit) }))
    .toSorted((one, other) => one.span.from - other.span.from);
  const before = placed.findLast((one) => one.span.to <= span.from);
  const after = placed.find((one) => one.span.from >= span.to);
  const gaps = [before, after].flatMap((one) =>
    one ? [{ visit: one.visit, minutes: minutesBetween(one.span, span) }] : [],
  );
  const [nearest] = gaps.toSorted((one, other) => one.minutes - other.minutes);
  const district = postcodeDistrict(slot.address);
  return {
    clash: placed.find((one) => one.span.from < span.to && one.span.to > span.from)?.visit ?? null,
    before: before?.visit ?? null,
    after: after?.visit ?? null,
    gapMinutes: nearest?.minutes ?? null,
    isSameDistrict:
      nearest !== undefined &&
      district !== null &&
      postcodeDistrict(nearest.visit.address) === district,
    visits: visits.length,
  };
}

function minutesBetween(one: TimeSpan, other: TimeSpan): number {
  return (Math.max(one.from, other.from) - Math.min(one.to, other.to)) / 60_000;
}

/** Minutes: gaps that differ by less are alike. */
const likeMinutes = 30;
/** Minutes. An engineer with an empty day comes after those with a visit within this time, and before the others. */
const nearMinutes = 120;

/** Orders engineers for an appointment: free ones first, then who is near in time, then near by, then with fewer visits. */
export function compareFits(one: SlotFit, other: SlotFit): number {
  return (
    Number(one.clash !== null) - Number(other.clash !== null) ||
    nearness(one) - nearness(other) ||
    Number(other.isSameDistrict) - Number(one.isSameDistrict) ||
    one.visits - other.visits
  );
}

const nearness = ({ gapMinutes }: SlotFit) => Math.floor((gapMinutes ?? nearMinutes) / likeMinutes);
