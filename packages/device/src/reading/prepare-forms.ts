import { Dexie } from "dexie";
import { awaitInDexie } from "../database/stored-rows.ts";
import type { Device } from "../device.ts";
import { readDomainData } from "../reference-data/reference.ts";
import { readFormBundle } from "./job-forms.ts";
import { readOwnJob } from "./jobs.ts";

const tables = ["draft", "formKit", "propertyAppliance", "propertyTenant", "formMemory"] as const;

/** Reads ahead what the forms of a job need that takes long, so that one opens without delay. */
export async function prepareForms(device: Device, jobId: string): Promise<void> {
  const job = await readOwnJob(device, jobId);
  if (!job) return;
  await openRowsAhead(device, jobId, job.property.propertyId);
  await Promise.all([
    readDomainData(device),
    ...job.customForms.map(({ customFormId }) => readFormBundle(device, jobId, customFormId)),
  ]);
}

/**
 * Opens the sealed rows that the forms of a job read. The browser's own cipher is faster than the app's and does not hold up the
 * page, but a transaction cannot wait for it.
 */
async function openRowsAhead(device: Device, jobId: string, propertyId: string): Promise<void> {
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
