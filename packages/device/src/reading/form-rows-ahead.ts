import { Dexie } from "dexie";
import type { JobRow } from "../database/rows.ts";
import { awaitInDexie } from "../database/stored-rows.ts";
import type { Device } from "../device.ts";

const tables = ["draft", "formKit", "propertyAppliance", "propertyTenant", "formMemory"] as const;

/**
 * Opens the sealed rows that the forms of a job read, before one is opened: the browser's own cipher works beside the page, and
 * is faster than the app's, which a transaction needs.
 */
export async function openFormRowsAhead(
  device: Device,
  { jobId, property }: JobRow,
): Promise<void> {
  const { database } = device;
  const { propertyId } = property;
  const stored = database.transaction("r", tables, ({ idbtrans }) => {
    const read = (table: (typeof tables)[number], index?: string, value?: string) => {
      const store = idbtrans.objectStore(table);
      return awaitInDexie<unknown[]>(index ? store.index(index).getAll(value) : store.getAll());
    };
    return Dexie.Promise.all([
      read("draft", "jobId", jobId),
      read("formKit", "jobId", jobId),
      read("propertyAppliance", "propertyId", propertyId),
      read("propertyTenant", "propertyId", propertyId),
      read("formMemory"),
    ]);
  });
  await database.sealing?.openAhead(tables, stored);
}
