import { afterAll, beforeAll, expect, it } from "vitest";
import { startInProcessServer, type InProcessServer } from "../testing/in-process.ts";
import { createParameters } from "./parameters.ts";
import { containsWordsSql, listWords } from "./searchable-sql.ts";

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
  await server.rows(
    `insert into property (property_id, address_line_1, postcode)
      select gen_random_uuid(), text, '' from unnest($1::text[]) text`,
    [texts],
  );
  const rows = await server.rows("select search_text as text from property");
  stored = rows.map(({ text }) => String(text));
});
afterAll(() => server.close());

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
  const client = await server.database.pool.connect();
  await client.query("set enable_seqscan = off");
  const { rows } = await client.query<{ text: string }>(
    `select p.search_text as text from property p where ${condition}`,
    [...parameters.values],
  );
  client.release(true);
  const expected = stored.filter((text) => words.every((word) => text.includes(word)));
  expect(rows.map(({ text }) => text).toSorted()).toEqual(expected.toSorted());
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
