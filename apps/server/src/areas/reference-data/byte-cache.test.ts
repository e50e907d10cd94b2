import { describe, expect, it } from "vitest";
import { createByteCache } from "./byte-cache.ts";

function openCache() {
  const made: string[] = [];
  const cache = createByteCache<{ readonly bytes: Buffer }>(100);
  const get = (key: string, length = 40) =>
    cache.get(key, () => {
      made.push(key);
      return Promise.resolve({ bytes: Buffer.alloc(length) });
    });
  return { made, cache, get };
}

describe("a cache of a number of bytes", () => {
  it("creates a value once, also for concurrent requests", async () => {
    const { made, get } = openCache();
    const [one, two] = await Promise.all([get("a"), get("a")]);
    expect(two).toBe(one);
    expect(await get("a")).toBe(one);
    expect(made).toEqual(["a"]);
  });

  it("drops the value that was used longest ago", async () => {
    const { made, get } = openCache();
    for (const key of ["a", "b", "a", "c", "a", "b"]) await get(key);
    expect(made).toEqual(["a", "b", "c", "b"]);
  });

  it("passes a value on that is larger than the cache, and stores nothing", async () => {
    const { made, get } = openCache();
    await get("a");
    expect((await get("large", 101)).bytes.length).toBe(101);
    await get("large", 101);
    await get("a");
    expect(made).toEqual(["a", "large", "large"]);
  });

  it("creates more values at the same time than it has room for", async () => {
    const { get } = openCache();
    const values = await Promise.all(
      Array.from({ length: 300 }, (_, index) => get(`key ${index}`)),
    );
    expect(values.every(({ bytes }) => bytes.length === 40)).toBe(true);
  });

  it("creates a value again after a failure, which every concurrent request gets", async () => {
    const { cache, get } = openCache();
    const fail = () => cache.get("a", () => Promise.reject(new Error("no database")));
    const outcomes = await Promise.allSettled([fail(), fail()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await get("a")).bytes.length).toBe(40);
  });
});
