import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findsByIndex } from "../../database/searchable-sql.ts";
import { startInProcessServer, type InProcessServer } from "../../testing/in-process.ts";
import { searchProperties } from "./properties.ts";

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcessServer();
});
afterAll(() => server.close());

describe("a search for homes by one or two letters", () => {
  it("looks through the first 10,000 homes of the client, so that it cannot keep the phones' connections busy", async () => {
    const clientId = 7704;
    await server.rows(
      `insert into property (property_id, address_line_1, postcode, client_id)
       select gen_random_uuid(), n || ' Heron Lane', 'HX3 9TX', $1::int from generate_series(1, 10000) n
        union all values (gen_random_uuid(), '1 Zq Lane', 'HX1 9TX', $1), (gen_random_uuid(), '2 Zq Lane', 'LS1 9TX', $1)`,
      [clientId],
    );
    const find = async (term: string) =>
      (await searchProperties(server.database, clientId, term)).map(
        ({ fullAddress }) => fullAddress,
      );
    const [first, last] = ["1 Zq Lane, HX1 9TX", "2 Zq Lane, LS1 9TX"];
    expect(await find("zq")).toEqual([first]);
    expect(await find("q z")).toEqual([first]);
    expect(await find("zq lane")).toEqual([first, last]);
    expect(await find("zq ls1")).toEqual([last]);
    expect(await find("9,999 heron")).toEqual([]);
    expect(await find("9999 heron")).toEqual(["9999 Heron Lane, HX3 9TX"]);
  });

  it.each([
    ["j", false],
    ["jk", false],
    ["jkl", true],
    ["j1", false],
    ["j-k", true],
    ["jk-", true],
    ["-j", true],
    ["j-", false],
    ["...", false],
    ["\u00e9j", false],
  ])("is one without a trigram for the index: %j", async (word, isFound) => {
    expect(findsByIndex([word])).toBe(isFound);
    if (!isFound) return;
    const client = await server.database.pool.connect();
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      "explain (analyze, costs off, timing off) select from property where search_text like $1",
      [`%${word}%`],
    );
    client.release(true);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    // Without a trigram the index would give every home. No home has any of these words.
    const [, given] = /Bitmap Index Scan on property_search \(actual rows=(\d+)/.exec(plan) ?? [];
    expect(given).toBe("0");
  });
});

describe("a search for homes by words that many have", () => {
  it("answers the first 50 homes in their order, wherever in the order of all they are", async () => {
    const clientId = 7705;
    await server.rows(
      `insert into property (property_id, address_line_1, postcode, client_id)
       select gen_random_uuid(), n || ' Raven Lane', 'HX3 8TX', $1::int from generate_series(1, 1000) n
        union all select gen_random_uuid(), n || ' Osprey Lane', 'HX4 8TX', $1 from generate_series(1, 400) n`,
      [clientId],
    );
    const find = async (term: string) =>
      (await searchProperties(server.database, clientId, term)).map(
        ({ fullAddress }) => fullAddress,
      );
    const fifty = Array.from({ length: 50 }, (_, index) => index + 1);
    expect(await find("lane")).toEqual(fifty.map((n) => `${n} Raven Lane, HX3 8TX`));
    expect(await find("osprey")).toEqual(fifty.map((n) => `${n} Osprey Lane, HX4 8TX`));
    expect(await find("osprey 40")).toEqual(
      [40, 140, 240, 340, 400].map((n) => `${n} Osprey Lane, HX4 8TX`),
    );
  });
});

describe("a search for homes by a house number and a street", () => {
  it("finds the number where a word of the address begins, whether few homes have the words or many", async () => {
    const clientId = 7708;
    await server.rows(
      `insert into property (property_id, address_line_1, postcode, client_id, uprn)
       select gen_random_uuid(), n || ' Egret Lane', 'HX3 7TX', $1::int, '700' || n from generate_series(1, 1300) n`,
      [clientId],
    );
    const find = async (term: string) =>
      (await searchProperties(server.database, clientId, term)).map(
        ({ fullAddress }) => fullAddress,
      );
    const addresses = (numbers: readonly number[]) =>
      numbers.map((number) => `${number} Egret Lane, HX3 7TX`);
    const range = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(await find("23 egret")).toEqual(addresses([23, ...range(230, 239)]));
    expect(await find("70 egret")).toEqual(addresses([70, ...range(700, 709)]));
    expect(await find("egret 23")).toEqual(
      addresses([
        23,
        123,
        223,
        ...range(230, 239),
        323,
        423,
        523,
        623,
        723,
        823,
        923,
        1023,
        1123,
        1223,
        ...range(1230, 1239),
      ]),
    );
    expect(await find("1 egret")).toEqual(addresses([1, ...range(10, 19), ...range(100, 138)]));
  });
});
