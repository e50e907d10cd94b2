import { Dexie } from "dexie";
import { awaitInDexie } from "../database/stored-rows.ts";
import type { Device } from "../device.ts";

const tables = ["draft", "formKit", "propertyAppliance", "propertyTenant", "formMemory"] as const;

/**
 * Opens the sealed rows that the forms of a job read, before one is opened. The browser's own cipher is faster than the app's and
 * does not hold up the page, but a transaction cannot wait for it.
 */
export async function openFormRowsAhead(
  device: Device,
  jobId: string,
  propertyId: string,
): Promise<void> {
  const { database } = device;
  const { sealing } = database;
  if (!sealing || sealing.isLocked) return;
  const stored = await database.transaction("r", tables, ({ idbtrans }) => {
    const readAt = (table: (typeof tables)[number], index: string, value: string) =>
      awaitInDexie<unknown[]>(idbtrans.objectStore(table).index(index).getAll(value));
    return Dexie.Promise.all([
      readAt("draft", "jobId", jobId),
      readAt("formKit", "jobId", jobId),
      readAt("propertyAppliance", "propertyId", propertyId),
      readAt("propertyTenant", "propertyId", propertyId),
      awaitInDexie<unknown[]>(idbtrans.objectStore("formMemory").getAll()),
    ]);
  });
  await sealing.openRowsAhead(new Map(tables.map((table, index) => [table, stored[index] ?? []])));
}
