import type { DBCore, DBCoreCursor, DBCoreTable, Middleware } from "dexie";
import { isRecord, readField, readTextField } from "@fieldfare/domain";
import { sha256 } from "@noble/hashes/sha2.js";
import type { JournaledDatabase, TableName } from "./database.ts";
import type { Key, SealKeyRow } from "./rows.ts";
import {
  createCodec,
  type Codec,
  isSealed,
  readSealKeyName,
  type SealKey,
  type SealKeyName,
  SealedRowError,
} from "./seal-codec.ts";
import type { HeldKeys, Sealing } from "./seal-types.ts";
import { getStored, readAllStored } from "./stored-rows.ts";
import { createUnsentWork } from "./unsent-work.ts";

/** Tables that nothing needs before the PIN. */
export const dataTables = [
  "absence",
  "alert",
  "attachment",
  "draft",
  "engineeringNote",
  "exportPiece",
  "formKit",
  "formMemory",
  "importRow",
  "job",
  "jobPart",
  "lastSeen",
  "mileage",
  "polling",
  "propertyAppliance",
  "propertyTenant",
] as const satisfies readonly TableName[];

/** What sending needs. The other tables have ids, numbers and dates only, or are needed before a key is. */
const sendTables = [
  "image",
  "imageBytes",
  "log",
  "messageQueue",
  "parkedLane",
  "sentMessage",
  "token",
] as const satisfies readonly TableName[];

/** What the list of jobs reads, and every start with it. */
const listTables = [
  "alert",
  "job",
  "propertyTenant",
  "token",
] as const satisfies readonly TableName[];

const keyNames: ReadonlyMap<string, SealKeyName> = new Map([
  ...dataTables.map((name) => [name, "data"] as const),
  ...sendTables.map((name) => [name, "send"] as const),
]);

/** What stays readable besides keys and indexed fields: the journal and a restore decide by it. */
const plainFields: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  image: ["state", "sha256"],
};

interface Plan {
  readonly keyName: SealKeyName;
  readonly plain: readonly string[];
  /** The database gives the key, so a row changes when it is written. */
  readonly isAutoKey: boolean;
}

/**
 * Lets a database seal its rows: below everything else, so that all of the app reads and writes rows
 * as they are. Rows that are not sealed, of an earlier build, are read as well. Call it before the
 * database is opened.
 */
export function addSealing(database: JournaledDatabase, held: HeldKeys | null = null): Sealing {
  let codec: Codec | null = null;
  let stored: readonly SealKeyRow[] = [];
  let leavesOut = false;
  const unsentWork = createUnsentWork();
  /** Rows that were sealed for the journal, and are not yet written. */
  const sealedRows = new WeakMap<object, unknown>();
  const plans = new Map<string, Plan | null>();

  const planFor = (name: string): Plan | null => {
    const known = plans.get(name);
    if (known !== undefined) return known;
    const keyName = readKeyName(name);
    const { primKey, indexes } = database.table(name).schema;
    const keyPaths = [primKey, ...indexes].flatMap(({ keyPath }) => keyPath ?? []);
    const plan = keyName && {
      keyName,
      plain: [...keyPaths, ...readPlainFields(name)],
      isAutoKey: primKey.auto === true,
    };
    plans.set(name, plan);
    return plan;
  };

  const seal = (table: string, row: unknown): unknown => {
    const plan = planFor(table);
    if (!plan || !codec || !isRecord(row) || isSealed(row)) return row;
    const known = sealedRows.get(row);
    sealedRows.delete(row);
    if (known !== undefined) return known;
    unsentWork.watch(table, row);
    const keyName = unsentWork.has(table, row) ? "send" : plan.keyName;
    return codec.seal(table, keyName, row, plan.plain);
  };

  const sealAhead = (table: string, row: unknown): unknown => {
    const sealed = seal(table, row);
    if (isRecord(row) && sealed !== row && planFor(table)?.isAutoKey === false)
      sealedRows.set(row, sealed);
    return sealed;
  };

  const open = (table: string, row: unknown): unknown => {
    const plan = planFor(table);
    if (!plan || !isRecord(row)) return row;
    if (isSealed(row) && !codec) throw new SealedRowError(table);
    const opened = isSealed(row) && codec ? codec.open(table, row) : row;
    unsentWork.watch(table, opened);
    return opened;
  };

  const isLocked = () => codec !== null && codec.keys.data === null;
  const isLeftOut = (row: unknown) => leavesOut && isLocked() && readSealKeyName(row) === "data";

  const unlock = (key: SealKey): boolean => {
    const check = find(stored, "check");
    if (!codec || (check && !areEqual(check, hashKey(key)))) return false;
    codec.setData(key);
    if (database.ownerId !== null) held?.hold(database.ownerId, key);
    return true;
  };

  const useRows = (rows: readonly SealKeyRow[]): boolean => {
    const send = find(rows, "send");
    if (!send) return false;
    stored = rows;
    const isSameDatabase = codec !== null && areEqual(codec.keys.send, send);
    codec = createCodec({ send, data: (isSameDatabase && codec?.keys.data) || null });
    const key =
      find(rows, "data") ?? (database.ownerId === null ? null : held?.read(database.ownerId));
    if (key && isLocked()) unlock(key);
    return true;
  };

  const hasTable = () => database.tables.some(({ name }) => name === "sealKey");
  const keyTable = () => database.table<SealKeyRow, string>("sealKey");
  const readRows = async () => (hasTable() ? keyTable().toArray() : []);
  /** Also replaces the keys of a database that was deleted while this page or worker was open, and made anew by another. */
  const loadKeys = async () => {
    const rows = await readRows();
    const send = find(rows, "send");
    if (send && !(codec && areEqual(codec.keys.send, send))) useRows(rows);
    return send !== null;
  };

  const sealing: Sealing = {
    seal,
    sealAhead,
    open,
    tables: [...keyNames.keys()],
    get isLocked() {
      return isLocked();
    },
    get dataKey() {
      return codec?.keys.data ?? null;
    },
    get sendKey() {
      return codec?.keys.send ?? null;
    },
    get isKeyStored() {
      return find(stored, "data") !== null;
    },
    isUnsent: unsentWork.has,
    async loadKeys() {
      await loadKeys();
    },
    async ensureKeys() {
      if (await loadKeys()) return;
      // Two tabs may make them at once: the second finds those of the first.
      const rows = await database.transaction("rw", "sealKey", async () => {
        const found = await keyTable().toArray();
        if (find(found, "send")) return found;
        const made = [{ name: "send", key: makeKey().buffer } as const, ...makeDataKey()];
        await keyTable().bulkPut(made);
        return made;
      });
      useRows(rows);
    },
    async restoreKeys(rows) {
      const restored = [...rows].filter(isSealKeyRow);
      if (find(restored, "send")) {
        await keyTable().bulkPut(restored);
        useRows(restored);
      } else await sealing.ensureKeys();
    },
    unlock,
    async storeKey(isStored) {
      const key = codec?.keys.data;
      if (!key || (find(stored, "data") !== null) === isStored) return;
      if (isStored) await keyTable().put({ name: "data", key: key.buffer });
      else await keyTable().delete("data");
      stored = await keyTable().toArray();
    },
    async replaceDataKey() {
      const lost: { readonly table: string; readonly keys: Key[] }[] = [];
      for (const table of dataTables) {
        const keys: Key[] = [];
        const stored = database.table<unknown, Key>(table);
        for (const key of await stored.toCollection().primaryKeys())
          if (readSealKeyName(await getStored(database, table, key)) === "data") keys.push(key);
        if (keys.length > 0) lost.push({ table, keys });
      }
      const made = makeDataKey();
      await database.transaction("rw", [...lost.map(({ table }) => table), "sealKey"], async () => {
        for (const { table, keys } of lost)
          await database.table<unknown, Key>(table).bulkDelete(keys);
        await keyTable().bulkPut(made);
      });
      useRows(await keyTable().toArray());
    },
    async withoutSealedRows(work) {
      leavesOut = true;
      try {
        return await work();
      } finally {
        leavesOut = false;
      }
    },
    async openAhead() {
      if (!codec) return;
      const stored = await readAllStored(database, listTables);
      await codec.openAhead(
        new Map(listTables.map((table, index) => [table, stored[index] ?? []])),
      );
    },
    openRowsAhead: async (stored) => codec?.openAhead(stored),
  };

  const middleware: Middleware<DBCore> = {
    stack: "dbcore",
    name: "sealing",
    // Below Dexie's cache of live queries, which has rows as the app reads them.
    level: -10,
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        return readKeyName(name) ? sealTable(table, sealing, isLeftOut) : table;
      },
    }),
  };
  database.use(middleware);
  database.sealing = sealing;
  return sealing;
}

function sealTable(
  table: DBCoreTable,
  { seal, open }: Sealing,
  isLeftOut: (row: unknown) => boolean,
): DBCoreTable {
  const { name } = table;
  const openRow = (row: unknown): unknown =>
    row === undefined || isLeftOut(row) ? undefined : open(name, row);
  return {
    ...table,
    get: (request) => table.get(request).then(openRow),
    getMany: (request) => table.getMany(request).then((rows) => rows.map(openRow)),
    query: (request) =>
      table.query(request).then((answer) => {
        if (!request.values) return answer;
        const rows = answer.result.filter((row) => !isLeftOut(row));
        return { ...answer, result: rows.map(openRow) };
      }),
    openCursor: (request) =>
      table.openCursor(request).then((cursor) => {
        if (!cursor || !request.values) return cursor;
        return openCursorRows(cursor, openRow);
      }),
    mutate: (request) =>
      request.type === "add" || request.type === "put"
        ? table.mutate({ ...request, values: request.values.map((row) => seal(name, row)) })
        : table.mutate(request),
  };
}

/** The browser's own properties of a cursor refuse any other receiver. */
function openCursorRows(cursor: DBCoreCursor, openRow: (row: unknown) => unknown): DBCoreCursor {
  const properties: PropertyDescriptorMap = {
    key: { get: () => cursor.key },
    primaryKey: { get: () => cursor.primaryKey },
    value: { get: () => openRow(cursor.value) },
  };
  return Object.create(cursor, properties);
}

function makeKey(): SealKey {
  return crypto.getRandomValues(new Uint8Array(32));
}

function makeDataKey(): readonly [SealKeyRow, SealKeyRow] {
  const key = makeKey();
  return [
    { name: "data", key: key.buffer },
    { name: "check", key: hashKey(key).buffer },
  ];
}

/** Says whether a key is the one that sealed the rows, and does not tell the key. */
export function hashKey(key: SealKey): SealKey {
  const label = new TextEncoder().encode("fieldfare data key");
  return new Uint8Array(sha256(new Uint8Array([...label, ...key])));
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function find(rows: readonly SealKeyRow[], name: SealKeyRow["name"]): SealKey | null {
  const key = rows.find((row) => row.name === name)?.key;
  return key ? new Uint8Array(key) : null;
}

function isSealKeyRow(row: unknown): row is SealKeyRow {
  return readTextField(row, "name") !== undefined && readField(row, "key") instanceof ArrayBuffer;
}

function readKeyName(table: string): SealKeyName | null {
  return keyNames.get(table) ?? null;
}

function readPlainFields(table: string): readonly string[] {
  return new Map<string, readonly string[]>(Object.entries(plainFields)).get(table) ?? [];
}
