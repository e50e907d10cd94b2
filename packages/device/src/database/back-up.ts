import { readNumberField, readTextField } from "@fieldfare/domain";
import type { Journal } from "../ports.ts";
import { splitImage } from "./image-bytes.ts";
import { isDelivered, type JournalEntry, type JournalPut } from "./journal.ts";
import { awaitRequest, type Factory, openNativeDatabase } from "./native-database.ts";
import type { ImageBytesRow } from "./rows.ts";

/**
 * Copies the tables of an earlier build to the journal. It reads them without this build's schema,
 * so that everything that the earlier build stored is copied.
 */
export async function backUp(
  factory: Factory,
  name: string,
  journal: Journal,
  isIncluded: (table: string) => boolean,
): Promise<void> {
  const database = await openNativeDatabase(factory, name);
  if (!database) return;
  try {
    const names = [...database.objectStoreNames].filter(isIncluded);
    if (!names.includes("setting") || !names.includes("counter")) return;
    const read = database.transaction(names, "readonly");
    const puts: JournalPut[] = [];
    const images: ImageBytesRow[] = [];
    for (const table of names) {
      const rows = await awaitRequest<object[]>(read.objectStore(table).getAll());
      for (const row of rows) {
        if (isDelivered(table, row)) continue;
        const { image, bytes } = splitImage(row);
        const imageId = readTextField(image, "imageId");
        const isWhole = table === "image" && imageId !== undefined && bytes !== null;
        if (isWhole) images.push({ imageId, bytes });
        puts.push({ table, row: isWhole ? image : row });
      }
    }
    // Without its setting row the database was wiped, and the journal is all there is.
    if (!puts.some(({ table }) => table === "setting")) return;
    const count = puts.find(
      ({ table, row }) => table === "counter" && readTextField(row, "name") === "journal",
    );
    const snapshot: JournalEntry = {
      order: readNumberField(count?.row, "value") ?? 0,
      isSnapshot: true,
      puts,
      deletes: [],
    };
    for (const image of images) await journal.storeImage(image);
    await journal.compact(snapshot);
  } catch {
    // The upgrade itself is all or nothing, so a copy that fails does not stop it.
  } finally {
    database.close();
  }
}
