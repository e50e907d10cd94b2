import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FSDriver } from "flydrive/drivers/fs";

/**
 * A folder whose writes survive a crash. flydrive's own driver writes to the final name and never flushes: a crash
 * would leave half a file there.
 */
export class DurableFolder extends FSDriver {
  readonly #root: string;

  constructor(root: string) {
    super({ location: root, visibility: "private" });
    this.#root = root;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const filePath = join(this.#root, key);
    const folder = dirname(filePath);
    const made = await mkdir(folder, { recursive: true });
    if (!(await isStored(filePath, Buffer.byteLength(contents))))
      await writeAtomically(filePath, contents);
    // The folder is flushed even when the file existed: another writer may have renamed it and not yet flushed.
    await flush(folder);
    if (made !== undefined) {
      for (let above = folder; above !== dirname(made); above = dirname(above))
        await flush(dirname(above));
    }
  }

  /** flydrive's own method returns the whole memory pool that a small file's buffer is part of. */
  override async getBytes(key: string): Promise<Uint8Array> {
    return new Uint8Array(await readFile(join(this.#root, key)));
  }
}

async function writeAtomically(filePath: string, contents: string | Uint8Array): Promise<void> {
  const temporaryPath = `${filePath}.${randomUUID()}.part`;
  const file = await open(temporaryPath, "wx");
  try {
    try {
      await file.writeFile(contents);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, filePath);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

async function isStored(filePath: string, size: number): Promise<boolean> {
  const found = await stat(filePath).catch(() => undefined);
  return found !== undefined && found.isFile() && found.size === size;
}

/** Makes the names in a folder durable. Windows cannot open folders and does not need it. */
async function flush(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
