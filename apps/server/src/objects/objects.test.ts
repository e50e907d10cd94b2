import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openObjects, type ObjectStore } from "./objects.ts";
import { startFakeS3, type FakeS3 } from "./fake-s3.ts";
import { readObjectSettings } from "./settings.ts";

const hashBytes = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const accessKeyId = "a-key";
const secretAccessKey = "a-secret";

let folder: string;
let s3: FakeS3;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fieldfare-objects-"));
  s3 = await startFakeS3({ bucket: "evidence", accessKeyId, secretAccessKey });
});

afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const inFolder = () => openObjects({ kind: "folder", folder: join(folder, "objects") });
const inBucket = () =>
  openObjects(
    readObjectSettings(
      {
        OBJECTS_BUCKET: "evidence",
        OBJECTS_ENDPOINT: s3.endpoint,
        OBJECTS_ACCESS_KEY_ID: accessKeyId,
        OBJECTS_SECRET_ACCESS_KEY: secretAccessKey,
      },
      folder,
    ),
  );

describe.each<[string, () => Promise<ObjectStore>]>([
  ["a folder", inFolder],
  ["an S3-compatible service", inBucket],
])("objects in %s", (_where, open) => {
  it("returns the bytes that were put, small and large", async () => {
    const objects = await open();
    for (const size of [0, 1, 700, 70_000, 1_048_576]) {
      const bytes = randomBytes(size);
      await objects.put(hashBytes(bytes), bytes);
      const read = await objects.get(hashBytes(bytes));
      expect(read?.byteLength).toBe(size);
      expect(Buffer.from(read ?? []).equals(bytes)).toBe(true);
    }
  });

  it("stores the same bytes once, even when they are put at the same time", async () => {
    const objects = await open();
    const bytes = randomBytes(5000);
    await Promise.all(Array.from({ length: 8 }, () => objects.put(hashBytes(bytes), bytes)));
    await objects.put(hashBytes(bytes), bytes);
    expect(await objects.exists(hashBytes(bytes))).toBe(true);
    expect(hashBytes((await objects.get(hashBytes(bytes))) ?? new Uint8Array())).toBe(
      hashBytes(bytes),
    );
  });

  it("returns null for an unknown hash", async () => {
    const objects = await open();
    const absent = hashBytes(randomBytes(8));
    expect(await objects.get(absent)).toBeNull();
    expect(await objects.exists(absent)).toBe(false);
  });

  it("reports that bytes can be stored, and leaves nothing behind", async () => {
    const objects = await open();
    await expect(objects.check()).resolves.toBeUndefined();
    await expect(objects.check()).resolves.toBeUndefined();
  });

  it("deletes bytes; bytes that are not there are no error", async () => {
    const objects = await open();
    const bytes = randomBytes(900);
    await objects.put(hashBytes(bytes), bytes);
    await objects.delete(hashBytes(bytes));
    await objects.delete(hashBytes(bytes));
    expect(await objects.get(hashBytes(bytes))).toBeNull();
    await objects.put(hashBytes(bytes), bytes);
    expect(await objects.exists(hashBytes(bytes))).toBe(true);
  });

  it("accepts no name but the hash of the bytes", async () => {
    const objects = await open();
    const bytes = randomBytes(8);
    await expect(objects.put("../../etc/passwd", bytes)).rejects.toThrow("SHA-256");
    await expect(objects.put(hashBytes(bytes).toUpperCase(), bytes)).rejects.toThrow("SHA-256");
    await expect(objects.put(hashBytes(randomBytes(8)), bytes)).rejects.toThrow("not what");
    await expect(objects.get("../secret")).rejects.toThrow("SHA-256");
  });
});

it("A folder repairs half a file that a crash left under the final name", async () => {
  const objects = await inFolder();
  const bytes = randomBytes(900);
  const hash = hashBytes(bytes);
  await objects.put(hash, bytes);
  const objectFile = join(folder, "objects", hash.slice(0, 2), hash);
  await writeFile(objectFile, bytes.subarray(0, 100));
  await objects.put(hash, bytes);
  expect((await stat(objectFile)).size).toBe(900);
  const names = await readdir(join(folder, "objects", hash.slice(0, 2)));
  expect(names.filter((name) => name.endsWith(".part"))).toEqual([]);
});

it("A folder and a service that accept no bytes report it", async () => {
  const file = join(folder, "a-file");
  await writeFile(file, "in the way");
  const nowhere = await openObjects({ kind: "folder", folder: file });
  await expect(nowhere.check()).rejects.toThrow("Cannot write");
  const bucket = await inBucket();
  const bytes = randomBytes(8);
  s3.failNext(12, 507);
  await expect(bucket.put(hashBytes(bytes), bytes)).rejects.toThrow("Cannot write");
  await expect(bucket.check()).rejects.toThrow("Cannot write");
  s3.failNext(0, 507);
  await expect(bucket.check()).resolves.toBeUndefined();
  expect(await readdir(join(folder, "objects", "check"))).toEqual([]);
});

it("A failing service is an error, never a missing object", async () => {
  const objects = await inBucket();
  s3.failNext(6, 403);
  await expect(objects.get(hashBytes(randomBytes(8)))).rejects.toThrow("Cannot read");
  s3.failNext(0, 403);
});

it("The service refuses a wrong secret", async () => {
  const objects = await openObjects(
    readObjectSettings(
      {
        OBJECTS_BUCKET: "evidence",
        OBJECTS_ENDPOINT: s3.endpoint,
        OBJECTS_ACCESS_KEY_ID: accessKeyId,
        OBJECTS_SECRET_ACCESS_KEY: "another",
      },
      folder,
    ),
  );
  const bytes = randomBytes(10);
  await expect(objects.put(hashBytes(bytes), bytes)).rejects.toThrow("Cannot write");
});

describe("settings", () => {
  it("are a folder in the data directory unless a bucket is named", () => {
    expect(readObjectSettings({}, "/data")).toEqual({
      kind: "folder",
      folder: join("/data", "objects"),
    });
  });

  it("are refused with half a pair of keys, and with an endpoint without a scheme", () => {
    expect(() =>
      readObjectSettings({ OBJECTS_BUCKET: "b", OBJECTS_ACCESS_KEY_ID: "x" }, "/data"),
    ).toThrow("belong together");
    expect(() =>
      readObjectSettings({ OBJECTS_BUCKET: "b", OBJECTS_ENDPOINT: "minio:9000" }, "/data"),
    ).toThrow("https://");
  });

  it("use path style with a configured endpoint, host style with Amazon's", () => {
    expect(readObjectSettings({ OBJECTS_BUCKET: "b" }, "/data")).toMatchObject({
      pathStyle: false,
    });
    expect(
      readObjectSettings({ OBJECTS_BUCKET: "b", OBJECTS_ENDPOINT: "http://minio:9000" }, "/data"),
    ).toMatchObject({ pathStyle: true });
  });
});
