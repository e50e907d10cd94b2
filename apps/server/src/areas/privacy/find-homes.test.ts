import { randomUUID, randomUUIDv7 } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function addHome(addressLine1: string, more: { uprn?: string; tenants?: string[] } = {}) {
  const propertyId = randomUUID();
  const { uprn = null, tenants = [] } = more;
  await server.database.pool.query(
    `insert into property (property_id, address_line_1, address_line_2, postcode, uprn)
      values ($1, $2, 'Quaytown', 'LS1 1AA', $3)`,
    [propertyId, addressLine1, uprn],
  );
  for (const fullName of tenants)
    await server.database.pool.query(
      "insert into property_tenant (property_tenant_id, property_id, row) values ($1, $2, $3)",
      [randomUUIDv7(), propertyId, { fullName }],
    );
  return propertyId;
}

const find = async (search: string, limit?: string) =>
  (
    await server.call(office.listHomes, {
      query: { search, ...(limit !== undefined && { limit }) },
    })
  ).map(({ addressLine1 }) => addressLine1);

describe("The search for homes", () => {
  it("finds a home that never had a job by its address, postcode, UPRN and tenant", async () => {
    const propertyId = await addHome("4 Wader Court", {
      uprn: "100051230001",
      tenants: ["Noor O'Quill", "Phyllis Schroeder"],
    });
    for (const search of [
      "wader court",
      "WADER ls1",
      "100051230001",
      "noor oquill",
      "ls11aa wader",
    ])
      expect(await find(search)).toEqual(["4 Wader Court"]);
    expect(await server.call(office.listHomes, { query: { search: "wader" } })).toEqual([
      {
        propertyId,
        uprn: "100051230001",
        addressLine1: "4 Wader Court",
        addressLine2: "Quaytown",
        addressLine3: null,
        addressLine4: null,
        postcode: "LS1 1AA",
        clientId: null,
        tenantNames: "Noor O'Quill, Phyllis Schroeder",
      },
    ]);
    expect(await find("wader nowhere")).toEqual([]);
  });

  it("names first the home whose address begins with the words, however many others have them", async () => {
    await server.database.pool.query(
      `insert into property (property_id, address_line_1, postcode)
        select gen_random_uuid(), n || ' Plover Way', 'LS9 9AA' from generate_series(2, 900) n`,
    );
    await addHome("1 Plover Way");
    expect((await find("1 plover way"))[0]).toBe("1 Plover Way");
    expect(await find("plover", "7")).toHaveLength(7);
    expect((await find("plover")).length).toBe(20);
    await addHome("1 Dunlin");
    await addHome("Dunlin House");
    expect(await find("dunlin")).toEqual(["Dunlin House", "1 Dunlin"]);
    expect(await find("dunlin", "1")).toEqual(["Dunlin House"]);
  });

  it("finds the number of a house before its street only where a word begins", async () => {
    for (const address of ["12 Whimbrel Row", "120 Whimbrel Row", "112 Whimbrel Row"])
      await addHome(address);
    await addHome("Flat 12, Whimbrel House");
    expect(await find("12 whimbrel")).toEqual([
      "12 Whimbrel Row",
      "120 Whimbrel Row",
      "Flat 12, Whimbrel House",
    ]);
    expect(await find("whimbrel row 12")).toEqual([
      "12 Whimbrel Row",
      "112 Whimbrel Row",
      "120 Whimbrel Row",
    ]);
    expect(await find("ls 1 1aa whimbrel row")).toHaveLength(3);
  });

  it("takes signs of patterns as what they are, and refuses an empty search", async () => {
    await addHome("5 100% Lane_");
    expect(await find("100% lane_")).toEqual(["5 100% Lane_"]);
    expect(await find("%%%")).toEqual([]);
    for (const query of [{ search: " " }, {}, { search: "a", limit: "0" }])
      expect(await server.request(office.listHomes, { query })).toMatchObject({ status: 400 });
  });
});
