import { createHash, randomUUID } from "node:crypto";
import { Disk } from "flydrive";
import type { DriverContract } from "flydrive/types";
import { ObjectStoreError } from "../database/errors.ts";
import { DurableFolder } from "./durable-folder.ts";
import type { ObjectSettings } from "./settings.ts";

/** Bytes stored under their SHA-256 (lowercase hex). */
export interface ObjectStore {
  /** Resolves only when the bytes would survive a power cut. Putting the same bytes again changes nothing. */
  put(hash: string, bytes: Uint8Array): Promise<void>;
  /** Returns null when nothing is stored under this hash. */
  get(hash: string): Promise<Buffer | null>;
  exists(hash: string): Promise<boolean>;
  /** Deletes the bytes. It is no error if there are none. Only `unused-objects.ts` knows when that is safe. */
  delete(hash: string): Promise<void>;
  /**
   * Throws when bytes of the size of a photo cannot be stored now. A folder is tested with bytes that are removed
   * again. A bucket is tested only after a failure, because its objects may stay for ever.
   */
  check(): Promise<void>;
}

/**
 * Reads the bytes of something that was received. Throws when they are missing: that is an error of the store and
 * not of the caller. `what` is for the log.
 */
export async function readObject(
  objects: ObjectStore,
  hash: string,
  what: string,
): Promise<Buffer> {
  const bytes = await objects.get(hash);
  if (!bytes) throw new Error(`The object store has lost ${hash} of ${what}`);
  return bytes;
}

const checkBytes = new Uint8Array(65_536);

/** Throws when the settings cannot work at all. Connects to the service only at the first use. */
export async function openObjects(settings: ObjectSettings): Promise<ObjectStore> {
  const disk = new Disk(await createDriver(settings));
  let hasFailed = false;
  const store = async (key: string, bytes: Uint8Array) => {
    try {
      await ask(disk.put(key, bytes));
      hasFailed = false;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  return {
    async put(hash, bytes) {
      const key = objectKey(hash);
      if (createHash("sha256").update(bytes).digest("hex") !== hash)
        throw new Error(`These bytes are not what ${hash} names`);
      await store(key, bytes);
    },
    async get(hash) {
      try {
        const bytes = await ask(disk.getBytes(objectKey(hash)));
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    exists: async (hash) => ask(disk.exists(objectKey(hash))),
    delete: async (hash) => ask(disk.delete(objectKey(hash))),
    async check() {
      if (settings.kind === "bucket") {
        if (hasFailed) await store("check", checkBytes);
        return;
      }
      // The name is new each time: a file that exists is not written again.
      const key = `check/${randomUUID()}`;
      await store(key, checkBytes);
      await ask(disk.delete(key));
    },
  };
}

/** Names the store in what it throws, so that nobody takes its broken connection for one of the database. */
async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Error ? new ObjectStoreError(error) : error;
  }
}

/** Two levels of folders, so that no folder holds millions of entries. */
function objectKey(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error("The name of an object must be its SHA-256");
  return `${hash.slice(0, 2)}/${hash}`;
}

async function createDriver(settings: ObjectSettings): Promise<DriverContract> {
  if (settings.kind === "folder") return new DurableFolder(settings.folder);
  // The client is loaded on demand: a server without S3 saves its memory and starts faster.
  const { openBucket } = await import("./bucket.ts");
  return openBucket(settings);
}

function isNotFound(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && cause.code === "ENOENT") return true;
    if (cause.name === "NoSuchKey" || cause.name === "NotFound") return true;
  }
  return false;
}
