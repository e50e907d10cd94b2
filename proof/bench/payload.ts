import { generateLarge, type LargeSizes, largeSizes } from "../../apps/server/src/demo/large.ts";
import { type SyncedType, syncedTypes } from "@fieldfare/domain";

/** The answer to a first sync: all rows of every data set, about 30 MB of JSON. */
export function fullPayload(fraction = 1): { json: string; rows: number } {
  const data = generateLarge(portion(fraction));
  return answerOf(
    syncedTypes.map((type) => ({
      type,
      date: "1",
      isFull: true,
      rows: data[type],
      deletedIds: [],
    })),
  );
}

/** Changes to 500 rows, others in each round. */
export function deltaPayload(round: number): { json: string; rows: number } {
  const data = generateLarge(portion(0.02));
  const changed: Partial<Record<SyncedType, number>> = {
    Part: 300,
    Sor: 100,
    ManufacturerModel: 100,
  };
  return answerOf(
    syncedTypes.map((type) => ({
      type,
      date: String(round + 2),
      isFull: false,
      rows: changedRows(type, data[type], changed[type] ?? 0, round),
      deletedIds: [],
    })),
  );
}

function portion(fraction: number): LargeSizes {
  const entries = Object.entries(largeSizes).map(([name, size]) => [
    name,
    Math.round(size * fraction),
  ]);
  return Object.fromEntries(entries) as unknown as LargeSizes;
}

/** Rows with ids spread over the whole set. */
function changedRows(type: SyncedType, rows: readonly object[], count: number, round: number) {
  const [key, size] = {
    Part: ["partId", largeSizes.parts] as const,
    Sor: ["sorCodeId", largeSizes.sors] as const,
    ManufacturerModel: ["manufacturerModelId", largeSizes.models] as const,
  }[type as string] ?? ["", 0];
  return rows.slice(0, count).map((row, index) => ({
    ...row,
    [key]: 1 + ((index * Math.floor(size / count) + round * 7) % size),
  }));
}

function answerOf(payload: readonly { rows: readonly object[] }[]) {
  const head = { syncSizeInMb: 30, isSyncRequired: true, isPartial: false };
  return {
    json: JSON.stringify({ ...head, payload }),
    rows: payload.reduce((sum, { rows }) => sum + rows.length, 0),
  };
}
