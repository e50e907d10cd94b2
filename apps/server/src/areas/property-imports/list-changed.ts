import { asc, eq } from "drizzle-orm";
import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import { propertyImportLine, propertyImportPiece } from "../../database/schema.ts";
import { formatAddress } from "../../database/format-address.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import type { Server } from "../../http/server.ts";
import { readObject } from "../../objects/objects.ts";
import type { HomeState } from "./home-state.ts";
import { readPiece } from "./run-import.ts";
import { findImport } from "./store.ts";
import { comparePiece, type LineChange } from "./work-piece.ts";

const maxLines = 50;
/** Of a thousand lines each: more would keep the office waiting. */
const maxPieces = 20;

/**
 * Says what the next lines of a checked file would change. Nothing is stored of it: the file is read again, and compared with
 * the homes as they are now, as the import itself will do.
 */
export async function listChanged(
  { database, objects, config }: Pick<Server, "database" | "objects" | "config">,
  importId: string,
  { after }: CallQuery<typeof office.listChangedLines>,
): Promise<CallAnswer<typeof office.listChangedLines> | Refusal> {
  const { orm } = database;
  const found = await findImport(orm, importId);
  if (!found) return refuse("not-found");
  if (found.status !== "checked")
    return refuse("conflict", {
      detail: "The file is not checked yet, or it is imported already.",
    });
  const last = Number(after ?? 0);
  const pieces = await orm
    .select()
    .from(propertyImportPiece)
    .where(eq(propertyImportPiece.importId, importId))
    .orderBy(asc(propertyImportPiece.piece));
  const left = pieces.filter(
    (_piece, index) => (pieces[index + 1]?.firstLine ?? Infinity) > last + 1,
  );
  const refused = await orm
    .select({ line: propertyImportLine.line })
    .from(propertyImportLine)
    .where(eq(propertyImportLine.importId, importId));
  const isRefused = new Set(refused.map(({ line }) => line));
  const states = new Map<string, HomeState>();
  const changed: LineChange[] = [];
  for (const piece of left.slice(0, maxPieces)) {
    const bytes = await readObject(objects, piece.sha256, `import ${importId}`);
    const { lines } = await readPiece(found, { bytes, firstLine: piece.firstLine });
    const good = lines.flatMap((line) =>
      "read" in line && line.number > last && !isRefused.has(line.number)
        ? [{ ...line.read, number: line.number }]
        : [],
    );
    changed.push(...(await comparePiece(orm, good, states, config.now())));
    if (changed.length > maxLines) break;
  }
  const shown = changed.slice(0, maxLines);
  const next = left[maxPieces];
  const readTo =
    changed.length > maxLines ? (shown.at(-1)?.line ?? null) : next ? next.firstLine - 1 : null;
  return {
    lines: shown.map(({ row, ...line }) => ({
      line: line.line,
      uprn: line.uprn,
      address: formatAddress(row),
      changes: [...line.changes],
    })),
    readTo,
  };
}
