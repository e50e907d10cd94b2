import { collectionStatus } from "./collection.ts";
import { deriveUsageStatus, type WorkPart } from "./parts.ts";
import { addedSorUsage, isOnlyTyped, type PlannedSor } from "./sors.ts";

/** What the rules need of a part that is ordered in advance. */
export interface OrderedPart extends WorkPart {
  readonly status: string;
  readonly qtyCollected: number;
  readonly collectedDateTime: string | null;
  readonly location: object | null;
}

/** What an engineer has recorded of a part that was ordered in advance. */
export type RecordedPart = Pick<
  OrderedPart,
  "qtyCollected" | "qtyUsed" | "usageStatus" | "isVanStock"
>;

/** Whether an engineer has said how much of a part was used. */
const isUseStated = (usageStatus: RecordedPart["usageStatus"]) =>
  usageStatus !== null && usageStatus !== "Requested";

/** Whether an engineer has recorded anything of a part that was ordered in advance. */
export function isPartRecorded(part: RecordedPart): boolean {
  const { qtyCollected, qtyUsed, usageStatus, isVanStock } = part;
  return qtyCollected > 0 || qtyUsed > 0 || isUseStated(usageStatus) || isVanStock;
}

/** Whether the office may leave an ordered part out: one of which anything is recorded is the engineer's. */
export function mayLeaveOut(part: RecordedPart): boolean {
  return !isPartRecorded(part);
}

/** Whether the office has taken the part out of the job. `leftOutParts` are the ids of those of which something was recorded or typed. */
export function isNoLongerOrdered(
  { leftOutParts = [] }: { readonly leftOutParts?: readonly string[] },
  { jobPartId }: Pick<OrderedPart, "jobPartId">,
): boolean {
  return leftOutParts.includes(jobPartId);
}

/** Whether a new quantity of an ordered part is below what has been received. More than was ordered may have been. */
export function isBelowReceived(
  qty: number,
  part: Pick<OrderedPart, "qty" | "qtyCollected">,
): boolean {
  return qty !== part.qty && qty < part.qtyCollected;
}

/** Takes over what the office now says of an ordered part. What was collected and used stays the engineer's. */
export function takeOverOrder<Part extends OrderedPart>(here: Part, office: Part) {
  const { qtyCollected, qtyUsed, collectedDateTime, isVanStock, usageStatus } = here;
  const waits = office.location === null ? ("NotApplicable" as const) : ("Collect" as const);
  return {
    ...office,
    qtyCollected,
    qtyUsed,
    collectedDateTime,
    isVanStock,
    usageStatus: isUseStated(usageStatus) ? deriveUsageStatus(office.qty, qtyUsed) : usageStatus,
    status: qtyCollected > 0 ? collectionStatus(office.qty, qtyCollected) : waits,
  };
}

/** What the engineer has done with planned SORs that their rows do not say. */
export interface SorWork {
  /** Codes that the engineer has removed from the job. */
  readonly removed: readonly number[];
  /** Codes of which a quantity is typed and not saved yet. */
  readonly typed: readonly number[];
}

/**
 * Returns the SORs of a job after the office has planned others. Quantities used, and what the engineer added or removed,
 * stay. A SOR that was used and is no longer planned becomes one that the engineer added, and so does one of which a quantity
 * is typed (see `isOnlyTyped`).
 */
export function replanSors<Sor extends PlannedSor>(
  here: readonly Sor[],
  planned: readonly Sor[],
  { removed, typed }: SorWork = { removed: [], typed: [] },
): readonly Sor[] {
  const stayed = here.flatMap((sor) => {
    const { sorCodeId, qtyUsed, usageType, updatedOnDateTime } = sor;
    const now = planned.find((one) => one.sorCodeId === sorCodeId);
    if (now) return [{ ...now, qtyUsed, updatedOnDateTime }];
    const isTyped = typed.includes(sorCodeId);
    if (usageType === addedSorUsage) return isTyped || !isOnlyTyped(sor) ? [sor] : [];
    return isTyped || qtyUsed > 0 ? [{ ...sor, qty: qtyUsed, usageType: addedSorUsage }] : [];
  });
  const known = [...here.map(({ sorCodeId }) => sorCodeId), ...removed];
  return [...stayed, ...planned.filter(({ sorCodeId }) => !known.includes(sorCodeId))];
}
