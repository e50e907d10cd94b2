import { type DataRow, entityCode } from "@fieldfare/contract";
import type { RootCause, SyncedType } from "@fieldfare/domain";
import type { SharedDatabase } from "../database/database.ts";
import type { BlockRow, OverlayRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { mergeRows, readBlockRows, readOverlay } from "./store.ts";
import {
  buildDataSetVersion,
  compareIds,
  rowId,
  isSameBase,
  parseOverlay,
  type ReferenceId,
  type ReferenceRow,
  parseRows,
  dataSetTables,
} from "./blocks.ts";

/** Reads all rows of a data set, sorted by id. For sets of a few thousand rows at most. */
export async function readReference<T extends SyncedType>(
  device: Pick<Device, "shared">,
  type: T,
): Promise<readonly DataRow<T>[]> {
  const { shared: database } = device;
  const rows = await readBlockRows(database, type);
  return toDataRows(type, mergeRows(type, rows, await readOverlay(database, type)));
}

/** Reads the root causes of a fault, in the order of the office's ids. */
export function readRootCauses(device: Device): Promise<readonly RootCause[]> {
  return readReference(device, "RootCauses");
}

/** Finds one row by id. Reads one block. */
export async function findReference<T extends SyncedType>(
  device: Device,
  type: T,
  id: ReferenceId,
): Promise<DataRow<T> | undefined> {
  const { shared: database } = device;
  const table = blockTable(database, type);
  const [overlay, block] = await database.transaction("r", [table, database.referenceOverlay], () =>
    Promise.all([readOverlay(database, type), table.where(":id").belowOrEqual(id).last()]),
  );
  if (overlay.has(id)) return toDataRows(type, [overlay.get(id)])[0];
  const rows = block ? parseRows(database, block) : [];
  return toDataRows(type, [rows.find((row) => rowId(type, row) === id)])[0];
}

/** Gives rows of a set the type that their schema says, and leaves out missing ones. */
function toDataRows<T extends SyncedType>(
  _type: T,
  rows: readonly (ReferenceRow | null | undefined)[],
): readonly DataRow<T>[] {
  const found: readonly object[] = rows.filter((row) => row !== null && row !== undefined);
  // Every row was checked against the schema of its set before it was stored (`checkRows`).
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return found as readonly DataRow<T>[];
}

/** Rows of one data set by id, with a cache of the blocks that were read last. */
export interface ReferenceRows<T extends SyncedType> {
  /** In the order of the ids; missing rows are left out. */
  readonly find: (ids: readonly ReferenceId[]) => Promise<readonly DataRow<T>[]>;
  /** Called after a change: the cache stays, unless the whole set was replaced. */
  readonly renew: () => Promise<ReferenceRows<T>>;
}

const maxCachedBlocks = 60;

/** Opens a data set for repeated lookups. */
export async function openReference<T extends SyncedType>(
  database: SharedDatabase,
  type: T,
): Promise<ReferenceRows<T>> {
  const table = blockTable(database, type);
  const { referenceOverlay } = database;
  const [firstIds, overlayRow] = await database.transaction("r", [table, referenceOverlay], () =>
    Promise.all([table.toCollection().primaryKeys(), referenceOverlay.get(type)]),
  );
  return createReferenceRows(database, type, { firstIds, cached: new Map() }, overlayRow);
}

/** The blocks of a set that have been read. */
interface ReadBlocks {
  readonly firstIds: readonly ReferenceId[];
  readonly cached: Map<ReferenceId, ReadonlyMap<ReferenceId, ReferenceRow>>;
}

function blockTable(database: SharedDatabase, type: SyncedType) {
  return database.table<BlockRow, ReferenceId>(dataSetTables[type]);
}

function createReferenceRows<T extends SyncedType>(
  database: SharedDatabase,
  type: T,
  blocks: ReadBlocks,
  overlayRow: OverlayRow | undefined,
): ReferenceRows<T> {
  const overlay = parseOverlay(database, overlayRow);
  const { firstIds, cached } = blocks;
  const findFirstId = (id: ReferenceId) => firstIds[findLastAtMost(firstIds, id)];

  const readBlocks = async (neededIds: readonly ReferenceId[]) => {
    const missing = neededIds.filter((firstId) => !cached.has(firstId));
    for (const block of await blockTable(database, type).bulkGet(missing)) {
      if (!block) continue;
      const rows = parseRows(database, block);
      cached.set(block.firstId, new Map(rows.map((row) => [rowId(type, row), row])));
    }
  };

  return {
    async find(ids) {
      const locations = ids.map((id) => ({
        id,
        firstId: overlay.has(id) ? undefined : findFirstId(id),
      }));
      const neededIds = new Set(locations.flatMap(({ firstId }) => firstId ?? []));
      await readBlocks([...neededIds]);
      const rows = locations.map(({ id, firstId }) =>
        firstId === undefined ? overlay.get(id) : cached.get(firstId)?.get(id),
      );
      for (const firstId of cached.keys())
        if (cached.size > maxCachedBlocks && !neededIds.has(firstId)) cached.delete(firstId);
      return toDataRows(type, rows);
    },
    async renew() {
      const currentOverlay = await database.referenceOverlay.get(type);
      if (isSameBase(overlayRow, currentOverlay))
        return createReferenceRows(database, type, blocks, currentOverlay);
      return openReference(database, type);
    },
  };
}

/** Returns the index of the last of `sorted` that is not above `id`; -1 when there is none. */
function findLastAtMost(sorted: readonly ReferenceId[], id: ReferenceId): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle];
    if (value !== undefined && compareIds(value, id) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export interface DomainChoice {
  readonly value: number;
  readonly text: string;
  readonly requiresAdditionalText: boolean;
}

/** Reads one list of choices, such as HoldReason, in its order. */
export async function readDomainList(
  device: Device,
  fieldName: string,
  entity?: keyof typeof entityCode,
): Promise<readonly DomainChoice[]> {
  const rows = await readDomainData(device);
  return rows
    .filter(
      (row) =>
        row.fieldName === fieldName &&
        (entity === undefined || row.entityCode === entityCode[entity]),
    )
    .sort((a, b) => a.sortOrder - b.sortOrder)
    .map(({ value, text, requiresAdditionalText }) => ({ value, text, requiresAdditionalText }));
}

const domainDataCache = new WeakMap<SharedDatabase, { date: string; rows: DomainData }>();
type DomainData = readonly DataRow<"DomainData">[];

/**
 * Reads the rows of all lookup lists. A form reads many lists at once, so the rows are read again only after a
 * synchronisation that brought others.
 */
export async function readDomainData({ shared }: Device): Promise<DomainData> {
  const date = (await shared.synchronisedData.get("DomainData"))?.date ?? "";
  const cached = domainDataCache.get(shared);
  if (cached?.date === date) return cached.rows;
  const rows = await readReference({ shared }, "DomainData");
  domainDataCache.set(shared, { date, rows });
  return rows;
}

type FormRow = DataRow<"CustomForm">;
const formCache = new WeakMap<SharedDatabase, { version: string; forms: Map<string, FormRow> }>();

/**
 * Finds the current version of a form. It is parsed again only after a synchronisation that changed the set. The row must not be
 * changed.
 */
export async function findForm(device: Device, customFormId: string): Promise<FormRow | undefined> {
  const { shared } = device;
  const version = buildDataSetVersion(await shared.synchronisedData.get("CustomForm"));
  let cached = formCache.get(shared);
  if (cached?.version !== version) {
    cached = { version, forms: new Map() };
    formCache.set(shared, cached);
  }
  const found =
    cached.forms.get(customFormId) ?? (await findReference(device, "CustomForm", customFormId));
  if (found) cached.forms.set(customFormId, found);
  return found;
}
