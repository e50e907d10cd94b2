import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallAnswer, getCommands, header } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import type { PropertyImport, PropertyImportStatus } from "@fieldfare/contract/office";
import { applyRetention } from "../../database/retention.ts";
import { readFeed } from "../../testing/events.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { runPropertyImport } from "./run-import.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    config: { taskIntervalSeconds: 1, propertyImportLines: 3_000, propertyImportMegabytes: 1 },
  });
});
afterAll(() => server.stop());

interface Options {
  readonly name?: string;
  readonly query?: Record<string, string>;
  readonly key?: string;
}

async function send(
  content: string | Buffer,
  { name = "homes.csv", query = {}, key }: Options = {},
) {
  const form = new FormData();
  form.set("file", new Blob([content]), name);
  const search = new URLSearchParams(query).toString();
  const response = await fetch(`${server.origin}/api/office/imports/properties?${search}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.officeToken}`,
      ...(key !== undefined && { [header.idempotencyKey]: key }),
    },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as PropertyImport };
}

async function reach(importId: string, status: PropertyImportStatus): Promise<PropertyImport> {
  const read = () => server.call(office.readPropertyImport, { params: { importId } });
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe(status);
  return read();
}

async function check(content: string | Buffer, options?: Options) {
  const { status, body } = await send(content, options);
  expect(body).toMatchObject({ importId: expect.any(String) });
  expect(status).toBe(200);
  return reach(body.importId, "checked");
}

async function apply(content: string | Buffer, options: Options = {}) {
  const { body } = await send(content, { ...options, query: { apply: "yes" } });
  return reach(body.importId, "applied");
}

const refused = (importId: string) =>
  server.call(office.listRefusedLines, { params: { importId }, query: { limit: "999" } });
const reasons = async (importId: string) =>
  (await refused(importId)).map(({ line, issues }) => [line, issues.map(({ field }) => field)]);

let lastUprn = 100_000;
const aUprn = () => String((lastUprn += 1));

async function findHome(uprn: string) {
  const { rows } = await server.database.pool.query<{ propertyId: string }>(
    'select property_id as "propertyId" from property where uprn = $1',
    [uprn],
  );
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`There are ${rows.length} homes`);
  return server.call(office.readHome, { params: { propertyId: row.propertyId } });
}

const headings =
  "UPRN,Address line 1,Address line 2,Postcode,Tenant reference,Tenant name,Tenant mobile";

describe("A file of homes and tenants", () => {
  it("is checked without a change, applied, and changes nothing the second time", async () => {
    const [one, two] = [aUprn(), aUprn()];
    const file = [
      `${headings},Colour of the door`,
      `${one},1 Example Street,,ls1 1aa,T-1,Pat Reed,07700 900123,red`,
      `${one},,,,T-2,Kim Reed,,`,
      `${two},<script>alert(1)</script>,Café,LS1 1AB,,,,blue`,
    ].join("\r\n");
    const checked = await check(file);
    expect(checked).toMatchObject({
      lines: 3,
      encoding: "utf-8",
      unknownColumns: ["Colour of the door"],
      counts: { read: 3, added: 2, changed: 1, refused: 0, tenantsAdded: 2 },
    });
    await expect(findHome(one)).rejects.toThrow("There are 0 homes");
    const { importId } = checked;
    await server.call(office.applyPropertyImport, { params: { importId } });
    const applied = await reach(importId, "applied");
    expect(applied).toMatchObject({ counts: checked.counts, appliedBy: "Office" });
    expect(await findHome(one)).toMatchObject({
      addressLine1: "1 Example Street",
      postcode: "LS1 1AA",
    });
    const { tenants } = await findHome(one);
    expect(new Map(tenants.map(({ fullName, phones }) => [fullName, phones]))).toEqual(
      new Map([
        ["Kim Reed", []],
        ["Pat Reed", [{ phoneType: "Mobile", number: "07700 900123" }]],
      ]),
    );
    expect(await findHome(two)).toMatchObject({
      addressLine1: "<script>alert(1)</script>",
      addressLine2: "Café",
    });
    const again = await apply(file);
    expect(again.counts).toMatchObject({ added: 0, changed: 0, unchanged: 3, tenantsAdded: 0 });
    expect(
      (await server.request(office.applyPropertyImport, { params: { importId } })).status,
    ).toBe(409);
  });

  it("says before it is applied which values of a home and its tenants change", async () => {
    const [one, two, fresh] = [aUprn(), aUprn(), aUprn()];
    await apply(
      `${headings}\n${one},4 Example Street,Old,LS1 1AA,T-1,Pat Reed,07700 900123\n${two},5 Example Street,,LS1 1AA,,,\n`,
    );
    const { importId, counts } = await check(
      [
        headings,
        `${one},4 Example Street,New,LS1 1AB,T-1,Pat Smith,07700 900124`,
        `${one},,,,T-2,Kim Reed,`,
        `${two},5 Example Street,,LS1 1AA,,,`,
        `${fresh},6 Example Street,,LS1 1AA,,,`,
        `${fresh},6 Another Street,,LS1 1AA,,,`,
      ].join("\n"),
    );
    expect(counts).toMatchObject({ changed: 2, unchanged: 1, added: 1, refused: 1 });
    const changed = () => server.request(office.listChangedLines, { params: { importId } });
    const address = "4 Example Street, Old, LS1 1AA";
    expect(await server.call(office.listChangedLines, { params: { importId } })).toEqual({
      lines: [
        {
          line: 2,
          uprn: one,
          address,
          changes: [
            { column: "addressLine2", tenant: null, before: "Old", after: "New" },
            { column: "postcode", tenant: null, before: "LS1 1AA", after: "LS1 1AB" },
            { column: "tenantName", tenant: "Pat Reed", before: "Pat Reed", after: "Pat Smith" },
            {
              column: "tenantMobile",
              tenant: "Pat Reed",
              before: "07700 900123",
              after: "07700 900124",
            },
          ],
        },
        {
          line: 3,
          uprn: one,
          address,
          changes: [
            { column: "tenantReference", tenant: "Kim Reed", before: null, after: "T-2" },
            { column: "tenantName", tenant: "Kim Reed", before: null, after: "Kim Reed" },
          ],
        },
      ],
      readTo: null,
    });
    await server.call(office.applyPropertyImport, { params: { importId } });
    await reach(importId, "applied");
    expect((await changed()).status).toBe(409);
  });

  it("says so page by page where many lines change something", async () => {
    const uprns = Array.from({ length: 1_120 }, aUprn);
    const write = (line2: string) =>
      [headings, ...uprns.map((uprn) => `${uprn},7 Example Street,${line2},LS1 1AA,,,`)].join("\n");
    await apply(write("Old"));
    const { importId } = await check(write("New"));
    const lines: number[] = [];
    let after: string | undefined = "1000";
    while (after !== undefined) {
      const page: CallAnswer<typeof office.listChangedLines> = await server.call(
        office.listChangedLines,
        { params: { importId }, query: { after } },
      );
      lines.push(...page.lines.map(({ line }) => line));
      after = page.readTo === null ? undefined : String(page.readTo);
    }
    expect(lines).toEqual(Array.from({ length: 121 }, (_, index) => 1_001 + index));
  });

  it("changes what it says, leaves alone what it does not name, and the audit says so by home", async () => {
    const uprn = aUprn();
    await apply(`${headings}\n${uprn},2 Example Street,Old,LS1 1AA,T-1,Pat Reed,07700 900123\n`);
    const before = await findHome(uprn);
    const last = (await readFeed(server.database)).at(-1)?.sequence ?? 0;
    // The empty cells of a sheet say nothing.
    const columns = "uprn,addressLine2,postcode,tenantReference,tenantName,tenantMobile";
    const { counts } = await apply(`${columns}\n${uprn},,,T-1,Pat Smith,\n`);
    expect(counts).toMatchObject({ changed: 1, tenantsChanged: 1 });
    expect(await findHome(uprn)).toMatchObject({ addressLine2: "Old", postcode: "LS1 1AA" });
    await apply(JSON.stringify({ uprn, addressLine2: null }), { name: "homes.ndjson" });
    const { propertyId, ...after } = await findHome(uprn);
    expect(after).toMatchObject({ addressLine1: "2 Example Street", addressLine2: null });
    expect(after.tenants).toMatchObject([
      {
        propertyTenantId: before.tenants[0]?.propertyTenantId,
        fullName: "Pat Smith",
        phones: [{ number: "07700 900123" }],
      },
    ]);
    const { events } = await server.call(office.listAudit, {
      query: { subject: propertyId, action: "property-changed" },
    });
    expect(events.at(-1)).toMatchObject({
      before: { addressLine2: "Old" },
      after: { addressLine2: null },
    });
    expect(JSON.stringify(events)).not.toContain("Smith");
    const feed = await readFeed(server.database, last);
    const event = { type: "properties.imported", data: { added: [], changed: [propertyId] } };
    expect(feed.filter(({ type }) => type.startsWith("propert"))).toMatchObject([event, event]);
  });

  it("gives a home one primary tenant, and says who no longer is", async () => {
    const uprn = aUprn();
    const columns = "uprn,addressLine1,postcode,tenantReference,tenantName,tenantIsPrimary";
    await apply(`${columns}\n${uprn},1 Row,LS1 1AA,T-1,Pat Reed,yes\n${uprn},,,T-2,Kim Reed,\n`);
    const { importId, counts } = await check(`${columns}\n${uprn},,,T-2,,yes\n`);
    expect(counts).toMatchObject({ changed: 1, tenantsChanged: 2 });
    const { lines } = await server.call(office.listChangedLines, { params: { importId } });
    expect(lines).toMatchObject([
      {
        changes: [
          { column: "tenantIsPrimary", tenant: "Pat Reed", before: "yes", after: null },
          { column: "tenantIsPrimary", tenant: "Kim Reed", before: null, after: "yes" },
        ],
      },
    ]);
    await server.call(office.applyPropertyImport, { params: { importId } });
    await reach(importId, "applied");
    const { tenants } = await findHome(uprn);
    const primaries = tenants.filter(({ isPrimaryTenant }) => isPrimaryTenant);
    expect(primaries.map(({ fullName }) => fullName)).toEqual(["Kim Reed"]);
  });

  it("leaves out a second primary tenant of a home, so that the same file again changes nothing", async () => {
    const uprn = aUprn();
    const columns = "uprn,addressLine1,postcode,tenantReference,tenantName,tenantIsPrimary";
    const file = `${columns}\n${uprn},1 Row,LS1 1AA,T-1,Pat Reed,yes\n${uprn},,,T-2,Kim Reed,yes\n`;
    const { importId, counts } = await apply(file);
    expect(counts).toMatchObject({ added: 1, tenantsAdded: 1, refused: 1 });
    expect(await reasons(importId)).toEqual([[3, ["tenantIsPrimary"]]]);
    expect((await apply(file)).counts).toMatchObject({ unchanged: 1, tenantsChanged: 0 });
    const tenants = ["Ada", "Bea"].map((fullName, index) => ({
      reference: `N-${index}`,
      fullName,
      isPrimaryTenant: true,
    }));
    const home = { uprn: aUprn(), addressLine1: "2 Row", postcode: "LS1 1AA", tenants };
    const both = await apply(JSON.stringify(home), { name: "homes.ndjson" });
    expect(await reasons(both.importId)).toEqual([[1, ["tenantIsPrimary"]]]);
  });

  it("leaves out a telephone number of which a spreadsheet took the 0 away", async () => {
    const columns = "uprn,addressLine1,postcode,tenantReference,tenantName,tenantMobile";
    const line = (number: string) => `${aUprn()},1 Row,LS1 1AA,T-1,Pat Reed,${number}`;
    const numbers = ["7700900123", "07700 900123", "+44 7700 900123", "(0113) 496 0000"];
    const { importId, counts } = await apply([columns, ...numbers.map(line)].join("\n"));
    expect(counts).toMatchObject({ added: 3, refused: 1 });
    expect(await reasons(importId)).toEqual([[2, ["tenantMobile"]]]);
  });

  it("leaves the address of a landlord as it is if it names the same landlord without one", async () => {
    const uprn = aUprn();
    const columns = "uprn,addressLine1,postcode,landlordName,landlordAddress";
    const landlord = { name: "Aire Valley Homes", address: "2 Wharf Approach" };
    await apply(`${columns}\n${uprn},1 Row,LS1 1AA,${landlord.name},${landlord.address}\n`);
    await apply(`${columns}\n${uprn},2 Row,,${landlord.name},\n`);
    expect(await findHome(uprn)).toMatchObject({ addressLine1: "2 Row", landlord });
    await apply(`uprn,landlordName\n${uprn},Another\n`);
    expect((await findHome(uprn)).landlord).toEqual({ name: "Another", address: "" });
  });

  it("tells the engineers who have a job at a home that has changed, and nobody else", async () => {
    const uprn = aUprn();
    await apply(`${headings}\n${uprn},3 Example Street,,LS1 1AA,,,\n`);
    const { propertyId } = await findHome(uprn);
    const engineer = await server.addEngineer("Nora");
    const { fieldOperativeId } = engineer;
    await server.call(office.createJob, {
      body: aDraft({
        fieldOperativeId,
        property: { propertyId, addressLine1: "3 Example Street", postcode: "LS1 1AA" },
      }),
    });
    const commands = async () =>
      (
        await server.call(getCommands, { token: engineer.token, deviceId: engineer.deviceId })
      ).commands.filter(({ type }) => type === "JobUpdate");
    await apply(`${headings}\n${uprn},3 Example Street,,LS1 1AA,,,\n`);
    expect(await commands()).toEqual([]);
    await apply(`${headings}\n${uprn},3a Example Street,,LS1 1AA,,,\n`);
    expect(await commands()).toHaveLength(1);
  });

  it("has its bad lines left out, each with the value and what to do, also as CSV", async () => {
    const [one, two, three] = [aUprn(), aUprn(), aUprn()];
    const file = [
      headings,
      `${one},1 Example Street,,LS1 1AA,T-1,Pat,`,
      `${one},2 Example Street,,LS1 1AA,,,`,
      `${one},1 Example Street,,LS1 1AA,T-1,Pat,`,
      `${one},1 Example Street,,LS1 1AA,T-9,Pat,`,
      `1.00012E+11,3 Example Street,,LS1 1AA,,,`,
      `${two},,,Nowhere,,,`,
      `${two},4 Example\tStreet,,LS1 1AA,,Sam,12`,
      `${three},5 Example Street,,LS1 1AA,,,,too many`,
      `${three},5 Example Street,,LS1 1AA,,,`,
      `${aUprn()},"=cmd|' /C calc'!A0",,LS1 1AA,,,`,
      `${aUprn()},${"x".repeat(201)},,LS1 1AA,T-1,#REF!,`,
    ].join("\n");
    const { importId, counts } = await apply(file);
    expect(counts).toMatchObject({ read: 11, added: 2, refused: 9 });
    expect(await reasons(importId)).toEqual([
      [3, ["uprn"]],
      [4, ["tenantReference"]],
      [5, ["tenantName"]],
      [6, ["uprn"]],
      [7, ["postcode"]],
      [8, ["addressLine1", "tenantReference"]],
      [9, [null]],
      [11, ["addressLine1"]],
      [12, ["tenantName"]],
    ]);
    const response = await fetch(
      `${server.origin}/api/office/imports/properties/${importId}/report`,
      { headers: { authorization: `Bearer ${server.officeToken}` } },
    );
    expect(response.headers.get("content-type")).toContain("text/csv");
    expect(await response.text()).toContain(
      "3,uprn,Line 2 of the file says something else of the home with this UPRN.",
    );
  });

  it("may be NDJSON, with the tenants of a home in its line", async () => {
    const uprn = aUprn();
    const home = { uprn: Number(uprn), addressLine1: "6 Example Street", postcode: "LS1 1AA" };
    const tenants = [{ reference: "T-1", fullName: "Ada", isPrimaryTenant: true, mobile: null }];
    const lines = [
      JSON.stringify({ ...home, latitude: 53.8, longitude: -1.55, tenants, colour: "red" }),
      "{not json}",
      JSON.stringify({ ...home, uprn: [] }),
      JSON.stringify({ ...home, uprn: aUprn(), clientId: 4_711 }),
      // Half of a character, as a system that cuts texts writes it.
      `{"uprn":"${aUprn()}","addressLine1":"7 Example \\ud83d","postcode":"LS1 1AA"}`,
      JSON.stringify({ ...home, uprn: aUprn(), addressLine2: "x".repeat(201) }),
      "[".repeat(100_000),
    ];
    const result = await apply(lines.join("\n"), { name: "homes.ndjson" });
    expect(result).toMatchObject({
      format: "ndjson",
      unknownColumns: ["colour"],
      counts: { added: 1, refused: 6, tenantsAdded: 1 },
    });
    expect(await reasons(result.importId)).toEqual([
      [2, [null]],
      [3, ["uprn"]],
      [4, ["clientId"]],
      [5, ["addressLine1"]],
      [6, ["addressLine2"]],
      [7, [null]],
    ]);
    expect(await findHome(uprn)).toMatchObject({
      coordinatesLatitude: 53.8,
      tenants: [{ fullName: "Ada", isPrimaryTenant: true }],
    });
  });

  it("in Windows-1252 and with a byte-order mark is read as it is meant", async () => {
    const [one, two] = [aUprn(), aUprn()];
    const windows = Buffer.from(
      `uprn;addressLine1;postcode\n${one};Caf\xe9 Road;LS1 1AA\n`,
      "latin1",
    );
    expect(await apply(windows)).toMatchObject({ encoding: "windows-1252" });
    expect((await findHome(one)).addressLine1).toBe("Café Road");
    await apply(`\u{feff}uprn,addressLine1,postcode\n${two},Café Road,LS1 1AA\n`);
    expect((await findHome(two)).addressLine1).toBe("Café Road");
  });

  it.each([
    ["empty", "", 400],
    ["headings alone", `${headings}\n`, 400],
    ["without a UPRN", "addressLine1\nHere\n", 400],
    ["with the same column twice", "uprn,Postcode,post code\n1,2,3\n", 400],
    ["a workbook", Buffer.from("PK\u0003\u0004"), 400],
    ["UTF-16", Buffer.from(`${headings}\n1,2,3\n`, "utf16le"), 400],
    ["with a quotation mark that is not closed", `${headings}\n"1,2,3\n`, 400],
    ["with more lines than the limit", `uprn\n${"1\n".repeat(3_001)}`, 413],
    [
      "with more MB than the limit",
      `uprn,postcode\n${`1,${"x".repeat(900)}\n`.repeat(1_300)}`,
      413,
    ],
  ])("is refused if it is %s", async (_what, content, status) => {
    const answer = await send(content);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toMatch(/"detail":"[A-Z]/);
  });

  it("uploaded again with its id is the same import", async () => {
    const importId = randomUUID();
    const file = `uprn,addressLine1,postcode\n${aUprn()},7 Example Street,LS1 1AA\n`;
    const query = { importId };
    expect((await send(file, { query })).status).toBe(200);
    const checked = await reach(importId, "checked");
    expect((await send(file, { query })).body).toEqual(checked);
    expect((await send(`${file}1,2,3\n`, { query })).status).toBe(409);
    await server.call(office.discardPropertyImport, { params: { importId } });
    expect((await send(file, { query: { importId: "1" } })).status).toBe(400);
    const [latest] = await server.call(office.listPropertyImports, { query: { limit: "1" } });
    expect(latest?.importId).not.toBe(importId);
  });
});

it("A file that is sent again with its Idempotency-Key is one import, and another file with the key is refused", async () => {
  const key = randomUUID();
  const file = `uprn,addressLine1,postcode\n${aUprn()},7 Example Street,LS1 1AA\n`;
  const [one, two] = await Promise.all([send(file, { key }), send(file, { key })]);
  expect(two).toEqual(one);
  expect(one.status).toBe(200);
  expect(await send(`${file}1,2,3\n`, { key })).toMatchObject({
    status: 422,
    body: { code: "key-reused" },
  });
  const latest = await server.call(office.listPropertyImports, { query: { limit: "2" } });
  expect(latest[0]?.importId).toBe(one.body.importId);
  expect(latest[1]?.fileName).toBe("homes.csv");
  expect(latest[1]?.importId).not.toBe(one.body.importId);
});

it("A server that dies goes on at the piece, and a task that comes twice changes nothing twice", async () => {
  const uprns = Array.from({ length: 2_500 }, aUprn);
  const file = `uprn,addressLine1,postcode\n${uprns.map((uprn) => `${uprn},8 Long Street,LS1 1AA`).join("\n")}\n`;
  const { importId } = await check(file);
  const { pool } = server.database;
  // As if the first piece was done when the server died.
  await pool.query(
    `update property_import set status = 'applying', pieces_done = 1 where import_id = $1`,
    [importId],
  );
  const source = { actor: null, address: "127.0.0.1", deviceId: null };
  const run = () =>
    runPropertyImport(server.database, server.objects, { importId, step: "apply", source });
  await Promise.all([run(), run()]);
  await run();
  const read = async () =>
    (
      await pool.query<{ count: number }>(
        "select count(*)::int as count from property where address_line_1 = '8 Long Street'",
      )
    ).rows[0]?.count;
  // The headings and 999 homes were in the first piece.
  expect(await read()).toBe(1_501);
  expect((await apply(file)).counts).toMatchObject({ added: 999, unchanged: 1_501 });
  expect(await read()).toBe(2_500);
});

it("An erased tenant does not come back with a file", async () => {
  const uprn = aUprn();
  const file = `${headings}\n${uprn},9 Example Street,,LS1 1AA,T-1,Unmistakable Name,\n`;
  await apply(file);
  const [tenant] = (await findHome(uprn)).tenants;
  await server.call(office.eraseTenant, {
    params: { propertyTenantId: tenant?.propertyTenantId ?? "" },
    body: {},
  });
  const { counts } = await apply(file);
  expect(JSON.stringify(await findHome(uprn))).not.toContain("Unmistakable");
  expect(counts).toMatchObject({ unchanged: 1, tenantsErased: 1, tenantsAdded: 0 });
});

it("Files that nobody applied, and lines that were left out, go after the period", async () => {
  const file = `uprn,addressLine1,postcode\n${aUprn()},10 Example Street,LS1 1AA\n1,2,3\n`;
  const unapplied = await check(file);
  const applied = await apply(file);
  expect(await refused(applied.importId)).toHaveLength(1);
  await server.database.pool.query(
    "update property_import set uploaded_on = uploaded_on - interval '31 days'",
  );
  await applyRetention(server.database, {});
  const read = ({ importId }: PropertyImport) =>
    server.request(office.readPropertyImport, { params: { importId } });
  expect((await read(unapplied)).status).toBe(404);
  expect((await read(applied)).status).toBe(200);
  expect(await refused(applied.importId)).toEqual([]);
});
