import { generateLarge, type LargeSizes, largeSizes } from "../../apps/server/src/demo/large.ts";
import { type SyncedType, syncedTypes } from "@fieldfare/domain";

/** Builds the answer to a first sync: all rows of every data set, about 30 MB of JSON. */
export function fullPayload(fraction = 1): { json: string; rows: number } {
  const data = generateLarge(portion(fraction));
  return buildAnswer(
    syncedTypes.map((type) => ({
      type,
      date: "1",
      isFull: true,
      rows: data[type],
      deletedIds: [],
    })),
  );
}

interface Change {
  readonly type: SyncedType;
  readonly key: string;
  readonly count: number;
  readonly size: number;
}

const changes: readonly Change[] = [
  { type: "Part", key: "partId", count: 300, size: largeSizes.parts },
  { type: "Sor", key: "sorCodeId", count: 100, size: largeSizes.sors },
  { type: "ManufacturerModel", key: "manufacturerModelId", count: 100, size: largeSizes.models },
];

/**
 * Builds changes to 500 rows of three data sets, different ones in each round, without the sets that did not change.
 */
export function deltaPayload(round: number): { json: string; rows: number } {
  const data = generateLarge(portion(0.02));
  const date = String(round + 2);
  return buildAnswer(
    changes.map((change) => ({
      ...changedRows(change, data[change.type], round),
      date,
      isFull: false,
      deletedIds: [],
    })),
  );
}

function portion(fraction: number): LargeSizes {
  const { parts, sors, models, domain, forms } = largeSizes;
  const scale = (size: number) => Math.round(size * fraction);
  return {
    parts: scale(parts),
    sors: scale(sors),
    models: scale(models),
    domain: scale(domain),
    forms: scale(forms),
  };
}

/** Changes rows whose ids are spread over the whole set. */
function changedRows({ type, key, count, size }: Change, rows: readonly object[], round: number) {
  const step = Math.floor(size / count);
  return {
    type,
    rows: rows
      .slice(0, count)
      .map((row, index) => ({ ...row, [key]: 1 + ((index * step + round * 7) % size) })),
  };
}

/** Writes the server's layout: a line ends where a device may split the rows. */
function buildAnswer(payload: readonly DataSetPayload[]) {
  const head = '{"syncSizeInMb":30,"isSyncRequired":true,"isPartial":false,"payload":[';
  const sets = payload.map(({ rows, deletedIds, ...set }) => {
    const open = `${JSON.stringify(set).slice(0, -1)},"rows":[`;
    return `${open}\n${formatLines(rows)}\n],"deletedIds":${JSON.stringify(deletedIds)}}`;
  });
  return {
    json: `${head}\n${sets.join(",\n")}\n]}`,
    rows: payload.reduce((sum, { rows }) => sum + rows.length, 0),
  };
}

interface DataSetPayload {
  readonly type: SyncedType;
  readonly date: string;
  readonly isFull: boolean;
  readonly rows: readonly object[];
  readonly deletedIds: readonly number[];
}

function formatLines(rows: readonly object[]): string {
  const lines: string[] = [];
  let line = "";
  for (const row of rows) {
    line += (line === "" ? "" : ",") + JSON.stringify(row);
    if (line.length < 100_000) continue;
    lines.push(line);
    line = "";
  }
  return (line === "" ? lines : [...lines, line]).join(",\n");
}
