import { type DataRow, entityCode } from "@fieldfare/contract";
import type { SyncedType } from "@fieldfare/domain";
import type { BlockRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { mergeRows, readBlockRows, readOverlay } from "./apply.ts";
import { fromBytes, idOf, type ReferenceId, type ReferenceRow, tableOf } from "./blocks.ts";

/** All rows of a data set, sorted by id: for sets of a few thousand rows at most. */
export async function readReference<T extends SyncedType>(
  device: Device,
  type: T,
): Promise<readonly DataRow<T>[]> {
  const { database } = device;
  const rows = await readBlockRows(database, type);
  return mergeRows(type, rows, await readOverlay(database, type)) as readonly DataRow<T>[];
}

/** One row by id: reads one block. */
export async function findReference<T extends SyncedType>(
  device: Device,
  type: T,
  id: ReferenceId,
): Promise<DataRow<T> | undefined> {
  const { database } = device;
  const overlay = await readOverlay(database, type);
  if (overlay.has(id)) return (overlay.get(id) ?? undefined) as DataRow<T> | undefined;
  const block: BlockRow | undefined = await database
    .table(tableOf[type])
    .where(":id")
    .belowOrEqual(id)
    .last();
  const rows = block ? fromBytes<ReferenceRow[]>(block.bytes) : [];
  return rows.find((row) => idOf(type, row) === id) as DataRow<T> | undefined;
}

export interface DomainChoice {
  readonly value: number;
  readonly text: string;
  readonly requiresAdditionalText: boolean;
}

/** One list of choices, such as HoldReason, in its order. */
export async function readDomainList(
  device: Device,
  fieldName: string,
  entity?: keyof typeof entityCode,
): Promise<readonly DomainChoice[]> {
  const rows = await readReference(device, "DomainData");
  return rows
    .filter(
      (row) =>
        row.fieldName === fieldName &&
        (entity === undefined || row.entityCode === entityCode[entity]),
    )
    .sort((a, b) => a.sortOrder - b.sortOrder)
    .map(({ value, text, requiresAdditionalText }) => ({ value, text, requiresAdditionalText }));
}
