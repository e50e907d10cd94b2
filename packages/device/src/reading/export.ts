import type { ExportTaskRow } from "../database/tool-rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

/** The state of the engineer's own export; null when none is under way. */
export async function readExport(device: Device): Promise<ExportTaskRow | null> {
  const ownerId = await readOwner(device);
  if (ownerId === null) return null;
  const tasks = await device.database.exportTask.where("ownerId").equals(ownerId).toArray();
  return tasks.find((task) => task.commandId === null) ?? null;
}
