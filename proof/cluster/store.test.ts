import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openObjects } from "../../apps/server/src/objects/objects.ts";
import { readObjectSettings } from "../../apps/server/src/objects/settings.ts";
import { describeObjectStore } from "../../apps/server/src/testing/object-store-cases.ts";
import { openPrograms, type Programs, unpackPrograms } from "./programs.ts";
import { startStore, type Store } from "./store.ts";

const root = await unpackPrograms().catch((error: unknown) => {
  console.warn(`Not tested: ${String(error)}`);
  return null;
});

describe.skipIf(root === null)("OpenStack Swift", () => {
  let folder: string;
  let programs: Programs;
  let store: Store;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "fieldfare-store-"));
    programs = await openPrograms(root ?? "", folder);
    store = await startStore(programs, { folder: join(folder, "store"), log: join(folder, "log") });
  }, 300_000);
  afterAll(async () => {
    await programs.endAll();
    await rm(folder, { recursive: true });
  });

  const open = (secret?: string) =>
    openObjects(
      readObjectSettings(
        { ...store.variables, ...(secret && { OBJECTS_SECRET_ACCESS_KEY: secret }) },
        folder,
      ),
    );
  const somePhoto = () => {
    const bytes = randomBytes(90_000);
    return { bytes, hash: createHash("sha256").update(bytes).digest("hex") };
  };

  describeObjectStore("its S3 layer", open);

  it("refuses a wrong secret", async () => {
    const { bytes, hash } = somePhoto();
    const stranger = await open("another");
    await expect(stranger.put(hash, bytes)).rejects.toThrow("Cannot write");
    await expect(stranger.get(hash)).rejects.toThrow("Cannot read");
  });

  it("has what it has confirmed after it was killed, and takes bytes again without a restart of the server", async () => {
    const objects = await open();
    const [before, meanwhile] = [somePhoto(), somePhoto()];
    await objects.put(before.hash, before.bytes);
    await store.kill();
    await expect(objects.put(meanwhile.hash, meanwhile.bytes)).rejects.toThrow("Cannot write");
    await expect(objects.check()).rejects.toThrow("Cannot write");
    await expect(objects.get(before.hash)).rejects.toThrow("Cannot read");
    await store.start();
    expect((await objects.get(before.hash))?.equals(before.bytes)).toBe(true);
    await expect(objects.check()).resolves.toBeUndefined();
    await objects.put(meanwhile.hash, meanwhile.bytes);
    expect((await objects.get(meanwhile.hash))?.equals(meanwhile.bytes)).toBe(true);
  });
});
