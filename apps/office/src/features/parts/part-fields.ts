import type { CallBody } from "@fieldfare/contract";
import type { PartOrderRow, setPartOrder } from "@fieldfare/contract/office";
import type { PartOrderState } from "@fieldfare/domain";
import { formatDay } from "../../ui/dates.ts";
import { describePlace } from "./describe-place.ts";
import { strings } from "./strings.ts";

/** A state that the office gives a part. */
export type PartStep = Exclude<PartOrderState, "collected">;

export type Body = CallBody<typeof setPartOrder>;
export type Place = NonNullable<PartOrderRow["location"]>;

/** What is typed or chosen. An empty text stands for nothing. */
export interface Fields {
  readonly purchaseOrder: string;
  readonly supplierTicketNumber: string;
  readonly expectedOn: string;
  readonly jobId: string;
  /** The key of the place among those that are known; empty: another one. */
  readonly place: string;
  readonly siteName: string;
  readonly locationName: string;
  readonly addressLine1: string;
  readonly reason: string;
}

/** The fields with what is known of a part. The number of an order that another system has given is not the office's. */
export function makeFields(part: PartOrderRow): Fields {
  const { purchaseOrderId, location } = part;
  return {
    purchaseOrder: typeof purchaseOrderId === "number" ? String(purchaseOrderId) : "",
    supplierTicketNumber: part.supplierTicketNumber ?? "",
    expectedOn: part.expectedOn ?? "",
    jobId: part.openJobs.length === 1 ? (part.openJobs[0]?.jobId ?? "") : "",
    place: location === null ? "" : placeKey(location),
    siteName: "",
    locationName: "",
    addressLine1: "",
    reason: "",
  };
}

/** Two places may be described with the same words. */
export const placeKey = ({ locationId }: Place): string => String(locationId);

/** The places to choose from, each once: those where parts waited most recently, and that of the part. */
export function listPlaces({ location }: Pick<PartOrderRow, "location">, recent: readonly Place[]) {
  const places = location === null ? recent : [...recent, location];
  const keys = places.map(placeKey);
  return places.filter((place, n) => keys.indexOf(placeKey(place)) === n);
}

const greatestNumber = 2_147_483_647;

/** Reads the typed number of an order: a whole number as the server stores it, or nothing. */
export function readOrderNumber(typed: string): {
  readonly isRight: boolean;
  readonly value: number | null;
} {
  const text = typed.trim();
  if (text === "") return { isRight: true, value: null };
  const isRight = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= greatestNumber;
  return { isRight, value: isRight ? Number(text) : null };
}

/** True when the job for which it waits has closed without it. */
export const isLeftAtStore = ({ state, collectedFor }: PartOrderRow): boolean =>
  state === "ready" && collectedFor?.status === "Closed";

/** Which value of a part such a step changes; null: it brings the part to another state. */
export function changeOf({ state }: PartOrderRow, step: PartStep): "ordered" | "ready" | null {
  return step === state && (step === "ordered" || step === "ready") ? step : null;
}

/** True when the office says for which job it is collected: a part that was ordered in advance waits for its own, until that closes. */
export const mayChooseJob = ({
  isRequest,
  job,
}: Pick<PartOrderRow, "isRequest" | "job">): boolean => isRequest || job.status === "Closed";

/** What the server is told; null: something is missing or wrong. */
export function buildBody(
  part: PartOrderRow,
  step: PartStep,
  fields: Fields,
  places: readonly Place[],
): Body | null {
  const { changedOn } = part;
  switch (step) {
    case "ordered": {
      const number = readOrderNumber(fields.purchaseOrder);
      if (!number.isRight) return null;
      return {
        state: step,
        changedOn,
        purchaseOrderId: number.value,
        supplierTicketNumber: fields.supplierTicketNumber.trim() || null,
        expectedOn: fields.expectedOn || null,
      };
    }
    case "ready": {
      const jobId = mayChooseJob(part) ? fields.jobId : part.job.jobId;
      const siteName = fields.siteName.trim();
      const known = places.find((place) => placeKey(place) === fields.place);
      if (jobId === "" || (!known && siteName === "")) return null;
      const location = known ?? {
        siteName,
        locationName: fields.locationName.trim(),
        deliveryType: "Collect",
        addressLine1: fields.addressLine1.trim(),
        store: null,
      };
      return { state: step, changedOn, jobId, location };
    }
    case "not-needed": {
      const reason = fields.reason.trim();
      return reason === "" ? null : { state: step, changedOn, reason };
    }
    case "to-order":
      return { state: step, changedOn };
    default:
      return step satisfies never;
  }
}

/** What others may have changed of a part, in the words of the list. */
function describeValues(part: PartOrderRow): readonly (readonly [name: string, value: string])[] {
  const { purchaseOrderId, supplierTicketNumber, expectedOn, collectedFor } = part;
  return [
    [strings.state, strings.states[part.state]],
    [strings.purchaseOrder, String(purchaseOrderId ?? "")],
    [strings.supplierReference, supplierTicketNumber ?? ""],
    [strings.expected, expectedOn === null ? "" : formatDay(expectedOn)],
    [strings.place, describePlace(part.location)],
    [strings.collectedFor, collectedFor?.formattedJobId ?? ""],
    [strings.collected, String(part.qtyCollected)],
    [strings.reason, part.reason ?? ""],
  ];
}

/** Says what of a part is no longer as it was seen. */
export function listChanges(seen: PartOrderRow, now: PartOrderRow): string[] {
  const before = new Map(describeValues(seen));
  return describeValues(now)
    .filter(([name, value]) => before.get(name) !== value)
    .map(([name, value]) => strings.isNow(name, value));
}

/** Brings what somebody else has changed into the fields. What the user has typed or chosen stays. */
export function takeOver(fields: Fields, seen: PartOrderRow, now: PartOrderRow): Fields {
  const before = makeFields(seen);
  const after = makeFields(now);
  const choose = (name: keyof Fields) =>
    fields[name] === before[name] ? after[name] : fields[name];
  return {
    purchaseOrder: choose("purchaseOrder"),
    supplierTicketNumber: choose("supplierTicketNumber"),
    expectedOn: choose("expectedOn"),
    jobId: choose("jobId"),
    place: choose("place"),
    siteName: choose("siteName"),
    locationName: choose("locationName"),
    addressLine1: choose("addressLine1"),
    reason: choose("reason"),
  };
}

/** Whether a part is already as somebody asks, such as by a request whose answer was lost. */
export function isAsAsked(part: PartOrderRow, body: Body): boolean {
  if (part.state !== body.state) return false;
  switch (body.state) {
    case "ordered":
      return (
        part.purchaseOrderId === body.purchaseOrderId &&
        part.supplierTicketNumber === body.supplierTicketNumber &&
        part.expectedOn === body.expectedOn
      );
    case "ready":
      return (
        part.collectedFor?.jobId === body.jobId &&
        describePlace(part.location) === describePlace(body.location)
      );
    case "not-needed":
      return part.reason === body.reason;
    case "to-order":
      return true;
    default:
      return body satisfies never;
  }
}
