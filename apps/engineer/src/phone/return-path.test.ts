import { beforeEach, expect, test, vi } from "vitest";
import { rememberReturnPath, takeReturnPath } from "./return-path.ts";

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

const opened = new Date("2026-03-02T09:00:00.000Z");

test("the address is returned once, with its search part", () => {
  rememberReturnPath("/jobs?open=a", opened);
  expect(takeReturnPath(new Date("2026-03-02T09:00:30.000Z"))).toBe("/jobs?open=a");
  expect(takeReturnPath(opened)).toBeNull();
});

test("an address that is older than 30 seconds is not returned", () => {
  rememberReturnPath("/jobs", opened);
  expect(takeReturnPath(new Date("2026-03-02T09:00:30.001Z"))).toBeNull();
});

test("an address that the browser would take for another site's is not returned", () => {
  rememberReturnPath("//example.org/jobs", opened);
  expect(takeReturnPath(opened)).toBeNull();
});
