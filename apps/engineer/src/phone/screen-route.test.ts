import { z } from "@fieldfare/contract";
import { expect, test } from "vitest";
import { parseSearch } from "./screen-route.ts";

const parse = parseSearch({ year: z.number(), open: z.string() });

test("the values of an address are parsed by their schemas", () => {
  expect(parse({ year: 7, open: "a" })).toEqual({ year: 7, open: "a" });
});

test("a value that is malformed, missing or not of the screen is left out", () => {
  expect(parse({ year: "7", open: "a" })).toEqual({ open: "a" });
  expect(parse({ year: { id: 7 }, open: 5, other: "a" })).toEqual({});
  expect(parse({})).toEqual({});
});
