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
  const localById = new Map(local.map((record) => [record.clientFieldOperativeMileageId, record]));
  const serverById = new Map(
    server.map((record) => [record.clientFieldOperativeMileageId, record]),
  );
  const put = [...serverById.values()].flatMap((serverRecord) => {
    const id = serverRecord.clientFieldOperativeMileageId;
    return chooseRecord(serverRecord, localById.get(id), unsettled.has(id)) ?? [];
  });
  const remove = [...localById.values()]
    .filter((record) => {
      const id = record.clientFieldOperativeMileageId;
      const isKnownToServer = record.fieldOperativeMileageId !== null || !unsettled.has(id);
      return isKnownToServer && !serverById.has(id);
    })
    .map((record) => record.clientFieldOperativeMileageId);
  return { put, remove };
}

/** What takes the local copy's place; null: nothing does. */
function chooseRecord<R extends MileageRecord>(
  serverRecord: R,
  localRecord: R | undefined,
  isUnsettled: boolean,
): R | null {
  if (!localRecord) return isUnsettled ? null : serverRecord;
  const aheadMs = Date.parse(serverRecord.modifiedOn) - Date.parse(localRecord.modifiedOn);
  // Two devices changed it in the same instant: the server has chosen.
  const isTie = aheadMs === 0 && serverRecord.currentMileage !== localRecord.currentMileage;
  if (aheadMs > 0 || (isTie && !isUnsettled)) return serverRecord;
  if (localRecord.fieldOperativeMileageId !== null) return null;
  return isUnsettled
    ? { ...localRecord, fieldOperativeMileageId: serverRecord.fieldOperativeMileageId }
    : serverRecord;
}
