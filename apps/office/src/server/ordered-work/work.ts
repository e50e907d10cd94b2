import type { CallBody } from "@fieldfare/contract";
import type { createJob, OrderedPart, OrderedWork } from "@fieldfare/contract/office";
import { isBelowReceived, type RecordedPart } from "@fieldfare/domain";

type JobBody = CallBody<typeof createJob>;
type DraftSor = OrderedWork["plannedSors"][number];

/** A planned code of the schedule of rates, with its quantity as it is typed. */
export interface SorDraft {
  readonly sorCodeId: number;
  readonly sorCode: string;
  readonly shortDescription: string;
  /** The quantity as the job has it; absent: the code is added. */
  readonly known?: number;
  readonly qty: string;
}

/** A part that was ordered for the job, with its quantity as it is typed. */
export interface PartDraft {
  /** The id of the row of the table of parts, or of the part of the job. */
  readonly rowId: string;
  /** The part as the job has it; absent: it is added. */
  readonly known?: OrderedPart;
  readonly code: string;
  readonly description: string;
  readonly unitId: number | null;
  readonly qty: string;
  /** Where it waits for the engineer; null: it has not arrived. */
  readonly place: NonNullable<OrderedPart["location"]> | null;
}

/** Whether the quantity of a planned code is a number above 0, or as the job has it: another system may have sent any. */
export function isQuantity({ qty, known }: SorDraft): boolean {
  if (known !== undefined && qty === String(known)) return true;
  return /^\d{1,6}(\.\d{1,2})?$/.test(qty.trim()) && Number(qty) > 0;
}

/** Whether a typed quantity is a whole number above 0. */
function isWholeQuantity(typed: string): boolean {
  return /^[1-9]\d{0,3}$/.test(typed.trim());
}

/** The fields with the codes that are planned for a job. */
export function makeSors(plannedSors: readonly DraftSor[]): readonly SorDraft[] {
  return plannedSors.map(({ sorCodeId, sorCode, shortDescription, qty }) => ({
    sorCodeId,
    sorCode,
    shortDescription,
    known: qty,
    qty: String(qty),
  }));
}

/** The fields with the parts that are ordered for a job. */
export function makeParts(parts: readonly OrderedPart[]): readonly PartDraft[] {
  return parts.map((part, index) => ({
    rowId: part.jobPartId ?? String(index),
    known: part,
    code: part.internalPartCode ?? part.manufacturerPartCode ?? "",
    description: part.shortDescription,
    unitId: part.partUnitTypeId ?? null,
    qty: String(part.qty),
    place: part.location ?? null,
  }));
}

/** The planned codes as the server takes them, and in the order in which it answers with them. */
export function readSors(sors: readonly SorDraft[]): DraftSor[] {
  return sors
    .map(({ qty, known: _known, ...sor }) => ({ ...sor, qty: Number(qty) }))
    .toSorted((one, other) => one.sorCodeId - other.sorCodeId);
}

/** The ordered parts as the server takes them. What no field shows of a part stays as it is. */
export function readParts(parts: readonly PartDraft[]): OrderedPart[] {
  return parts.map(({ known, code, description, unitId, qty, place }) => ({
    ...(known ?? {
      shortDescription: description.slice(0, 200),
      partUnitTypeId: unitId,
      internalPartCode: code,
    }),
    qty: Number(qty),
    location: place,
  }));
}

/** What a job is raised with. An empty list is left out. */
export function buildWork(sors: readonly SorDraft[], parts: readonly PartDraft[]) {
  return {
    ...(sors.length > 0 && { plannedSors: readSors(sors) }),
    ...(parts.length > 0 && { parts: readParts(parts) }),
  } satisfies Pick<JobBody, "plannedSors" | "parts">;
}

/** What engineers have recorded of the parts of a job, by their ids. */
export type RecordedParts = ReadonlyMap<string, RecordedPart>;

/** Of a job that is being raised. */
export const nothingRecorded: RecordedParts = new Map();

/** What has been recorded of a part. */
export function findRecorded(recorded: RecordedParts, { known }: PartDraft): RecordedPart {
  return (
    recorded.get(known?.jobPartId ?? "") ?? {
      qtyCollected: 0,
      qtyUsed: 0,
      usageStatus: null,
      isVanStock: false,
    }
  );
}

/** What is wrong with the quantity of an ordered part; null: nothing. */
export function findQuantityIssue(
  part: PartDraft,
  recorded: RecordedParts,
): "not-whole" | "below-received" | null {
  const { known } = part;
  // Another system may have sent any quantity, which is no reason to refuse another change.
  if (known && part.qty === String(known.qty)) return null;
  if (!isWholeQuantity(part.qty)) return "not-whole";
  const { qtyCollected } = findRecorded(recorded, part);
  const ordered = { qty: known?.qty ?? 0, qtyCollected };
  return known && isBelowReceived(Number(part.qty), ordered) ? "below-received" : null;
}

/** Whether every quantity can be saved. */
export function isWorkValid(
  sors: readonly SorDraft[],
  parts: readonly PartDraft[],
  recorded: RecordedParts = nothingRecorded,
): boolean {
  return (
    sors.every(isQuantity) && parts.every((part) => findQuantityIssue(part, recorded) === null)
  );
}
