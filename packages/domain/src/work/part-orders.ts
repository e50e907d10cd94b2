/** How far the office is with a part that an engineer asked for, or that was ordered in advance. */
export const partOrderStates = ["to-order", "ordered", "ready", "collected", "not-needed"] as const;
export type PartOrderState = (typeof partOrderStates)[number];

/** What the rules need of a part that is ordered. */
export interface PartOrder {
  readonly state: PartOrderState;
  /** An engineer asked for it. False: it was ordered in advance for its job. */
  readonly isRequest: boolean;
  /** The job for which it waits at a store is closed. */
  readonly isJobClosed: boolean;
  /** How many were collected, for whichever job. */
  readonly qtyCollected: number;
  /** How many were collected for the job for which it waits. */
  readonly qtyCollectedThere: number;
}

/**
 * Counts what was collected of a part. `collected` is the part by which it is collected: itself, or the one of the job for which
 * it waits. What was collected for earlier jobs is not supplied again.
 */
export function countCollected(
  part: { readonly qty: number },
  collected: { readonly qty: number; readonly qtyCollected: number } | null,
): number {
  return collected === null ? 0 : Math.max(0, part.qty - collected.qty) + collected.qtyCollected;
}

/**
 * Returns the states that the office may give a part. Its own state is among them if more can be said, such as another
 * place. What engineers have begun to collect is theirs, and a part that waits for an open job stays there: the phone
 * has it already. What is left of it when that job closes may wait for another one.
 */
export function nextPartOrderStates(order: PartOrder): readonly PartOrderState[] {
  const { state, isRequest, isJobClosed, qtyCollected, qtyCollectedThere } = order;
  switch (state) {
    case "to-order":
      return ["ordered", "ready", "not-needed"];
    case "ordered":
      return isRequest ? ["ready", "ordered", "to-order", "not-needed"] : ["ready", "ordered"];
    case "ready":
      if (isJobClosed) return ["ready", "not-needed"];
      return qtyCollectedThere === 0 ? ["ready"] : [];
    case "not-needed":
      return isRequest && qtyCollected === 0 ? ["to-order"] : [];
    case "collected":
      return [];
    default:
      return state satisfies never;
  }
}
