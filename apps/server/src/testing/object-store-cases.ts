import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ObjectStore } from "../objects/objects.ts";

/** The name of these bytes in an object store. */
export const hashBytes = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Tests what every object store has to do, whatever is behind it. */
export function describeObjectStore(where: string, open: () => Promise<ObjectStore>): void {
  describe(`objects in ${where}`, () => {
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
}
