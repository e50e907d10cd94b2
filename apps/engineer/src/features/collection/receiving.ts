import type { OpenReceipt, PartToCollect } from "@fieldfare/device";
import {
  type CollectionPlace,
  groupCollection,
  receivedPart,
  remainingToCollect,
  waitsForCollection,
} from "@fieldfare/domain";

/** What the screen lists. */
export interface Collection {
  readonly places: readonly CollectionPlace<PartToCollect>[];
  readonly receipts: readonly OpenReceipt[];
  /** The parts whose receipt is being saved. */
  readonly savingIds: ReadonlySet<string>;
}

/**
 * Returns the lists as they will be when the parts are received. `counts` has the received number of each part; a part
 * that is not listed is left out.
 */
export function receiveListed(
  collection: Collection,
  counts: ReadonlyMap<string, number>,
  receivedOn: string,
): Collection {
  const parts = collection.places.flatMap(({ orders }) => orders.flatMap((order) => order.parts));
  const received = parts.filter(({ jobPartId }) => counts.has(jobPartId));
  const receipts = received.map((part): OpenReceipt => ({
    jobPartId: part.jobPartId,
    shortDescription: part.shortDescription,
    formattedJobId: part.formattedJobId,
    count: counts.get(part.jobPartId) ?? 0,
    receivedOn,
  }));
  return {
    places: groupCollection(
      parts
        .map((part) => {
          const count = counts.get(part.jobPartId);
          return count === undefined ? part : receivedPart(part, count);
        })
        .filter(waitsForCollection),
    ),
    receipts: [
      ...receipts,
      ...collection.receipts.filter(({ jobPartId }) => !counts.has(jobPartId)),
    ],
    savingIds: new Set(counts.keys()),
  };
}

/** Returns all that is left of the parts of a purchase order. */
export function countRemaining(parts: readonly PartToCollect[]): ReadonlyMap<string, number> {
  return new Map(parts.map((part) => [part.jobPartId, remainingToCollect(part)]));
}
