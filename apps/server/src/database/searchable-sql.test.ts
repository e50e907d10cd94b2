import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startInProcessServer, type InProcessServer } from "../testing/in-process.ts";
import { createParameters, type Parameters } from "./parameters.ts";
import { containsWordsSql, homeHasWordsSql, listWords } from "./searchable-sql.ts";

let server: InProcessServer;
/** The texts as a search compares them. */
let stored: readonly string[];

const texts = [
  "57 smith street, leeds, ls13 1ba ls131ba 100000152345 noelia vandervort",
  "west tme ead, leeds",
  "1 westmead, leeds",
  "ter rac ace, leeds",
  "2 terrace, leeds",
  "3 terracotta close, leeds",
  "ff1335920",
  "gg1335920",
  "ff13359201",
  "1335920ff",
  "133 592 920",
  "wo-2026-0013359",
  "000000000100000152345",
  "4 o_neill %lane, leeds",
  "5 mcdermott-wunsch close, leeds",
  "6 ysgubor-y-coed, ca\u00E9r\u00F4s",
];

beforeAll(async () => {
  server = await startInProcessServer();
  await addHomes(texts);
});
afterAll(() => server.close());

/** Adds a home for each text, as its address. */
async function addHomes(addresses: readonly string[]): Promise<void> {
  await server.rows(
    `insert into property (property_id, address_line_1, postcode)
      select gen_random_uuid(), text, '' from unnest($1::text[]) text`,
    [addresses],
  );
  const rows = await server.rows("select search_text as text from property");
  stored = rows.map(({ text }) => String(text));
}

/** Reads the texts of the homes that fulfil the condition, by the index. */
async function readTexts(condition: string, parameters: Parameters): Promise<string[]> {
  const client = await server.database.pool.connect();
  try {
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query<{ text: string }>(
      `select p.search_text as text from property p where ${condition}`,
      [...parameters.values],
    );
    return rows.map(({ text }) => text).toSorted();
  } finally {
    client.release(true);
  }
}

it.each([
  ...new Set(texts.flatMap((text) => [text, ...text.split(" ")])),
  "smith street",
  "street smith",
  "westme",
  "estmead",
  "westmead leeds",
  "errac",
  "terracott",
  "335920",
  "f1335920",
  "ff133592",
  "ff13359202",
  "100000152345",
  "00000152345",
  "0000152345",
  "152345",
  "wo-2026-001335",
  "mcdermott-wun",
  "mcdermottwunsch",
  "o_neill",
  "oaneill",
  "ca\u00E9r\u00F4s",
])("finds by the index what contains every word of %j, and nothing else", async (search) => {
  const words = listWords(search);
  const parameters = createParameters();
  const condition = containsWordsSql("p.search_text", words, parameters);
  const expected = stored.filter((text) => words.every((word) => text.includes(word)));
  expect(await readTexts(condition, parameters)).toEqual(expected.toSorted());
});

it("asks the index for few of the trigrams that most texts have", () => {
  const ask = (word: string) => {
    const parameters = createParameters();
    containsWordsSql("p.search_text", [word], parameters);
    return parameters.values;
  };
  expect(ask("ff1335920")).toEqual(["%133%592%", "%920%", "ff1335920"]);
  expect(ask("100000152345")).toEqual(["%000%152%345%", "100000152345"]);
  expect(ask("terrace")).toEqual(["%ter%rac%", "%ace%", "terrace"]);
  expect(ask("road")).toEqual(["%road%"]);
  expect(ask("wo-1335920")).toEqual(["%wo-1335920%"]);
});

describe("A number of one or two digits before a street", () => {
  const find = async (search: string) => {
    const parameters = createParameters();
    const condition = homeHasWordsSql("p.search_text", listWords(search), parameters);
    return readTexts(condition, parameters);
  };

  beforeAll(async () => {
    await addHomes([
      "12 acacia avenue",
      "120 acacia avenue",
      "112 acacia avenue",
      "flat 12, acacia house",
      "flat b/12 acacia court",
      "10-12 acacia terrace",
      "10\u201312 acacia avenue",
      "b12 acacia avenue",
      "\u00E912 acacia avenue",
      "2a acacia avenue",
      "2ab acacia avenue",
      "12a acacia avenue",
      "12 \u00E9t\u00E9",
      "112 \u00E9t\u00E9",
      "12 bryn-y-mor road",
      "112 bryn-y-mor road",
    ]);
  });

  it.each([
    [
      "12 acacia",
      [
        "10-12 acacia terrace",
        "12 acacia avenue",
        "120 acacia avenue",
        "12a acacia avenue",
        "flat 12, acacia house",
        "flat b/12 acacia court",
      ],
    ],
    ["2a acacia", ["2a acacia avenue", "2ab acacia avenue"]],
    ["12a Acacia", ["12a acacia avenue"]],
    ["flat 12 acacia", ["flat 12, acacia house", "flat b/12 acacia court"]],
    ["12 \u00E9t\u00E9", ["12 \u00E9t\u00E9"]],
    ["12 bryn-y-mor", ["12 bryn-y-mor road"]],
    ["12 y-mor", ["12 bryn-y-mor road"]],
  ])("begins a word: %j", async (search, expected) => {
    const found = await find(search);
    expect(found.map((text) => text.replace(/,  $/, ""))).toEqual(expected);
  });

  it.each([
    "acacia 12",
    "12 ac",
    "112 acacia",
    "12, acacia",
    "12 acacia-",
    "12 y-m",
    "12 ls6-2ab",
    "12ab acacia",
    "a12 acacia",
    "ls 6 2ab",
  ])("may be anywhere if it is another word or no street follows: %j", async (search) => {
    const words = listWords(search);
    const expected = stored.filter((text) => words.every((word) => text.includes(word)));
    expect(await find(search)).toEqual(expected.toSorted());
  });

  it("is found by the index as by comparing homes one after another", async () => {
    const numbers = fc.constantFrom("1", "2", "12", "21", "2a", "12b", "1a");
    const street = fc.constantFrom("ash", "elm", "ashelm");
    const separator = fc.constantFrom(...Array.from(" ,.-/()[]#&+:;_*|\\\u00A001a\u00E9"));
    const text = fc
      .array(fc.oneof(numbers, street, separator), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join(""));
    await addHomes(fc.sample(text, 400));
    const beginsWord = (number: string, home: string) =>
      Array.from(home.matchAll(new RegExp(`(?=${number})`, "g"))).some(
        ({ index }) => !/[\p{L}\p{N}]/u.test(home.charAt(index - 1)),
      );
    await fc.assert(
      fc.asyncProperty(numbers, street, async (number, name) => {
        const words = [number, name];
        const expected = stored.filter((home) => home.includes(name) && beginsWord(number, home));
        expect(await find(words.join(" "))).toEqual(expected.toSorted());
        const parameters = createParameters();
        const condition = homeHasWordsSql("(p.search_text || '')", words, parameters, "in-order");
        expect(await readTexts(condition, parameters)).toEqual(expected.toSorted());
      }),
      { numRuns: 30 },
    );
  });

  it("needs no home to be read only to find that its number is another one", async () => {
    await addHomes(Array.from({ length: 300 }, (_, index) => `${index + 1} hawthorn lane`));
    const parameters = createParameters();
    const condition = homeHasWordsSql("search_text", ["12", "hawthorn"], parameters);
    const client = await server.database.pool.connect();
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `explain (analyze, costs off, timing off) select from property where ${condition}`,
      [...parameters.values],
    );
    client.release(true);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Bitmap Index Scan on property_search \(actual rows=11\b/);
  });
});

it("a number before a street is the only word that becomes a pattern of an expression", () => {
  const ask = (words: readonly string[]) => {
    const parameters = createParameters();
    homeHasWordsSql("p.search_text", words, parameters);
    return parameters.values;
  };
  expect(ask(["12", "oak"])[0]).toMatch(/12$/);
  for (const word of ["1.", ".*", "1|", "1\\", "123", "1ab", "\u0661", "1\u00E9", "(1"])
    expect(ask([word, "oak"])[0]).toBe(`%${word.replaceAll("\\", "\\\\")}%`);
});
