import { describe, expect, it } from "vitest";
import { newId } from "./ids.ts";

const at = (time: string, byte: number) =>
  newId({
    now: () => new Date(time),
    randomBytes: (count) => new Uint8Array(count).fill(byte),
  });

describe("An id", () => {
  it("is a UUID of version 7, as RFC 9562 lays it out", () => {
    expect(at("2022-02-22T19:22:22.000Z", 0xff)).toBe("017f22e2-79b0-7fff-bfff-ffffffffffff");
    expect(at("2022-02-22T19:22:22.000Z", 0)).toBe("017f22e2-79b0-7000-8000-000000000000");
  });

  it("sorts after those that were made before it", () => {
    const [first, second] = [
      at("2026-01-05T08:00:00.000Z", 0xff),
      at("2026-01-05T08:00:00.001Z", 0),
    ];
    expect(first < second).toBe(true);
  });

  it("has 74 random bits", () => {
    const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
    const ids = Array.from({ length: 1_000 }, () =>
      newId({ now: () => new Date(0), randomBytes: random }),
    );
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids)
      expect(id).toMatch(/^00000000-0000-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});
