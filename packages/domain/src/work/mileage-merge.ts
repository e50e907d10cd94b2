import type { MileageRecord } from "./mileage.ts";

/** What a device must do so that its list is the server's, without losing what it has not told yet. */
export interface MileageMerge<R extends MileageRecord> {
  readonly put: readonly R[];
  /** Client ids. */
  readonly remove: readonly string[];
}

/**
 * Per client id the server's copy replaces the local one if it is newer, or if the local one has no server id;
 * local records with a server id that the server's list lacks go; records that are not here yet come.
 *
 * `unsettled` are the client ids of changes that the server may not have known when it made its list. Of these
 * the local copy stays unless the server's is newer, and one that was removed here does not come back. All others
 * the server has had: one that its list lacks was removed elsewhere, whether its server id was ever heard or not.
 */
export function mergeMileage<R extends MileageRecord>(
  local: readonly R[],
  server: readonly R[],
  unsettled: ReadonlySet<string>,
): MileageMerge<R> {
  const here = new Map(local.map((record) => [record.clientFieldOperativeMileageId, record]));
  const there = new Map(server.map((record) => [record.clientFieldOperativeMileageId, record]));
  const put = [...there.values()].flatMap((copy) => {
    const id = copy.clientFieldOperativeMileageId;
    return take(copy, here.get(id), unsettled.has(id)) ?? [];
  });
  const remove = [...here.values()]
    .filter((record) => {
      const id = record.clientFieldOperativeMileageId;
      const isKnownThere = record.fieldOperativeMileageId !== null || !unsettled.has(id);
      return isKnownThere && !there.has(id);
    })
    .map((record) => record.clientFieldOperativeMileageId);
  return { put, remove };
}

/** What takes the local copy's place; null: nothing does. */
function take<R extends MileageRecord>(
  copy: R,
  own: R | undefined,
  isUnsettled: boolean,
): R | null {
  if (!own) return isUnsettled ? null : copy;
  const ahead = Date.parse(copy.modifiedOn) - Date.parse(own.modifiedOn);
  // Two devices changed it in the same instant: the server has chosen.
  const isTie = ahead === 0 && copy.currentMileage !== own.currentMileage;
  if (ahead > 0 || (isTie && !isUnsettled)) return copy;
  if (own.fieldOperativeMileageId !== null) return null;
  return isUnsettled ? { ...own, fieldOperativeMileageId: copy.fieldOperativeMileageId } : copy;
}
