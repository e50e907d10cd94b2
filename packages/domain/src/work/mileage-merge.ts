import type { MileageRecord } from "./mileage.ts";

/** What a device must write so that its list matches the server's, without losing unsent changes. */
export interface MileageMerge<R extends MileageRecord> {
  readonly put: readonly R[];
  /** Client ids. */
  readonly remove: readonly string[];
}

/**
 * Merges the server's list into the local one, by client id. The server's copy replaces the local one if it is newer,
 * or if the local one has no server id. Local records with a server id that the server's list lacks are removed;
 * records that are missing here are added.
 *
 * `unsettled` holds the client ids of changes that the server may not have known when it made its list. For these the
 * local copy stays unless the server's is newer, and a record that was removed here does not come back. The server
 * has received all other records, so one that its list lacks was removed elsewhere, even if its server id never
 * arrived.
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

/** Returns the record that replaces the local copy; null if none does. */
function chooseRecord<R extends MileageRecord>(
  serverRecord: R,
  localRecord: R | undefined,
  isUnsettled: boolean,
): R | null {
  if (!localRecord) return isUnsettled ? null : serverRecord;
  const aheadMs = Date.parse(serverRecord.modifiedOn) - Date.parse(localRecord.modifiedOn);
  // Two devices changed it at the same time: the server has decided.
  const isTie = aheadMs === 0 && serverRecord.currentMileage !== localRecord.currentMileage;
  if (aheadMs > 0 || (isTie && !isUnsettled)) return serverRecord;
  if (localRecord.fieldOperativeMileageId !== null) return null;
  return isUnsettled
    ? { ...localRecord, fieldOperativeMileageId: serverRecord.fieldOperativeMileageId }
    : serverRecord;
}
