import { findNeighbours, sortMileage } from "@fieldfare/domain";
import type { MileageRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { readOwner } from "../session/session.ts";

/** Reads the signed-in engineer's records by the date recorded, newest first. */
export async function readMileage(device: Device): Promise<readonly MileageRow[]> {
  if ((await readOwner(device)) === null) return [];
  return sortMileage(await device.database.mileage.toArray());
}

export interface MileageAround {
  readonly record: MileageRow;
  readonly previous: MileageRow | null;
  readonly following: MileageRow | null;
}

/** Reads one record with its neighbours. Undefined when it is not the engineer's, or deleted. */
export async function readMileageRecord(
  device: Device,
  id: string,
): Promise<MileageAround | undefined> {
  const list = await readMileage(device);
  const record = list.find((row) => row.clientFieldOperativeMileageId === id);
  return record && { record, ...findNeighbours(list, record) };
}
