import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeObjectStore, hashBytes } from "../testing/object-store-cases.ts";
import { startFakeS3, type FakeS3 } from "./fake-s3.ts";
import { openObjects } from "./objects.ts";
import { readObjectSettings } from "./settings.ts";

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

describeObjectStore("a folder", inFolder);
describeObjectStore("an S3-compatible service", inBucket);

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
