import { compareText } from "../compare-text.ts";
import { isToCollect } from "../job/notices.ts";
import { readWhole } from "../numbers.ts";
import { done, refused, type Result } from "../result.ts";

/** The part of an ordered part that collecting needs. */
export interface CollectedPart {
  readonly status: string;
  readonly qty: number;
  readonly qtyCollected: number;
}

export type CollectionStatus = "Partial" | "Collected" | "Excess";

/** Returns how many pieces are still at the store, never below 0. */
export function remainingToCollect(part: CollectedPart): number {
  return Math.max(0, part.qty - part.qtyCollected);
}

/** Whether the part is collected from a store, also after all of it was. One that waits at none comes in another way. */
export function isFromStore({ status }: Pick<CollectedPart, "status">): boolean {
  return status !== "NotApplicable";
}

/** Whether some of the part still waits at its store. */
export function waitsForCollection(part: CollectedPart): boolean {
  return isToCollect(part) && remainingToCollect(part) > 0;
}

/** Whether more of an ordered part is used than was collected: one of the two quantities is wrong. */
export function isUsedUncollected(part: CollectedPart, qtyUsed: number): boolean {
  return waitsForCollection(part) && qtyUsed > part.qtyCollected;
}

/** What counting needs of a part that was ordered in advance. */
export interface CountedPart extends CollectedPart {
  readonly qtyUsed: number;
}

/**
 * Returns how many pieces of an ordered part the engineer has and did not use. A part that waits at no store comes in another
 * way: all of it counts as received.
 */
export function countLeft({ status, qty, qtyCollected, qtyUsed }: CountedPart): number {
  return Math.max(0, (isFromStore({ status }) ? qtyCollected : qty) - qtyUsed);
}

/** Returns how many pieces of an ordered part are still at the store. What was used has been collected, though nobody said so. */
export function countUncollected(part: CountedPart): number {
  return waitsForCollection(part)
    ? Math.max(0, part.qty - Math.max(part.qtyCollected, part.qtyUsed))
    : 0;
}

/** Accepts 1 up to the remaining quantity. */
export function parseReceived(
  typed: string,
  part: CollectedPart,
): Result<number, "received-invalid"> {
  const count = readWhole(typed);
  const isLeft = count !== null && count >= 1 && count <= remainingToCollect(part);
  return isLeft ? done(count) : refused("received-invalid");
}

/** Returns the part after `count` more of it were received. */
export function receivedPart<P extends CollectedPart>(
  part: P,
  count: number,
): P & { readonly qtyCollected: number; readonly status: CollectionStatus } {
  const qtyCollected = part.qtyCollected + count;
  return { ...part, qtyCollected, status: collectionStatus(part.qty, qtyCollected) };
}

/** Returns the part after a receipt of `count` was undone. */
export function unreceivedPart<P extends CollectedPart>(
  part: P,
  count: number,
): P & { readonly qtyCollected: number; readonly status: CollectionStatus | "Collect" } {
  const qtyCollected = Math.max(0, part.qtyCollected - count);
  const status = qtyCollected === 0 ? "Collect" : collectionStatus(part.qty, qtyCollected);
  return { ...part, qtyCollected, status };
}

/** Compares what was ordered with what was collected, of which there is some. */
export function collectionStatus(qty: number, qtyCollected: number): CollectionStatus {
  if (qtyCollected === qty) return "Collected";
  return qtyCollected < qty ? "Partial" : "Excess";
}

interface OrderedPart {
  readonly jobPartId: string;
  readonly shortDescription: string;
  readonly purchaseOrderId: string | number | null;
  readonly location: { readonly locationId: string | number; readonly siteName: string } | null;
}

export interface CollectionOrder<P> {
  /** Null if the part names no order. */
  readonly purchaseOrderId: string | number | null;
  readonly parts: readonly P[];
}

export interface CollectionPlace<P extends OrderedPart> {
  /** Null if the office has not said where the parts wait. */
  readonly location: P["location"];
  readonly orders: readonly CollectionOrder<P>[];
}

/**
 * Groups parts by location, then purchase order, then part. Parts without a location, or without an order, come last.
 */
export function groupCollection<P extends OrderedPart>(
  parts: readonly P[],
): readonly CollectionPlace<P>[] {
  const places = groupBy(parts, ({ location }) => location?.locationId ?? null);
  return places
    .map((partsAtPlace) => ({
      location: partsAtPlace[0]?.location ?? null,
      orders: groupBy(partsAtPlace, ({ purchaseOrderId }) => purchaseOrderId)
        .map((partsOfOrder) => ({
          purchaseOrderId: partsOfOrder[0]?.purchaseOrderId ?? null,
          parts: [...partsOfOrder].sort(
            (a, b) =>
              compareText(a.shortDescription, b.shortDescription) ||
              (a.jobPartId < b.jobPartId ? -1 : 1),
          ),
        }))
        .sort((a, b) => compareNullsLast(a.purchaseOrderId, b.purchaseOrderId)),
    }))
    .sort(
      (a, b) =>
        compareNullsLast(a.location?.siteName ?? null, b.location?.siteName ?? null) ||
        compareNullsLast(a.location?.locationId ?? null, b.location?.locationId ?? null),
    );
}

function groupBy<P>(
  parts: readonly P[],
  readKey: (part: P) => string | number | null,
): readonly (readonly P[])[] {
  const groups = new Map<string | number | null, P[]>();
  for (const part of parts) groups.set(readKey(part), [...(groups.get(readKey(part)) ?? []), part]);
  return [...groups.values()];
}

function compareNullsLast(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b));
}
