import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sync } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import type { ImportStatus, ReferenceImport } from "@fieldfare/contract/office";
import type { ReferenceTableName } from "@fieldfare/domain";
import { applyRetention } from "../../../database/retention.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../../testing/server.ts";
import { runImportTask } from "./run-import.ts";

let server: TestServer;
let sam: TestEngineer;
/** Names of a category and a unit of the demo. */
let category: string;
let unit: string;

beforeAll(async () => {
  server = await startTestServer({ withDemo: true, config: { taskIntervalSeconds: 1 } });
  sam = await server.addEngineer("Sam");
  category = String((await find("part-categories", ""))[0]?.values["name"]);
  unit = String((await find("part-units", ""))[0]?.values["name"]);
});

afterAll(() => server.stop());

type Format = Partial<
  Pick<(typeof office.checkReferenceImport.body)["_zod"]["output"], "encoding" | "delimiter">
>;

async function upload(table: ReferenceTableName, content: string | Buffer, fileName = "file.csv") {
  const { importId } = await server.call(office.uploadReferenceImport, {
    body: { table, fileName, content: Buffer.from(content).toString("base64") },
  });
  return { importId };
}

async function reach(importId: string, status: ImportStatus): Promise<ReferenceImport> {
  const read = () => server.call(office.readReferenceImport, { params: { importId } });
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe(status);
  return read();
}

/** Uploads and checks a file with the columns that are suggested. */
async function check(table: ReferenceTableName, content: string | Buffer, format: Format = {}) {
  const params = await upload(table, content);
  const preview = await server.call(office.previewReferenceImport, {
    params,
    query: { ...format },
  });
  const { encoding, delimiter, columns } = preview;
  await server.call(office.checkReferenceImport, {
    params,
    body: { encoding, delimiter, columns },
  });
  return { ...(await reach(params.importId, "checked")), preview };
}

async function apply(importId: string) {
  await server.call(office.applyReferenceImport, { params: { importId } });
  return reach(importId, "applied");
}

const undo = (importId: string, leaveChanged = false) =>
  server.call(office.undoReferenceImport, { params: { importId }, body: { leaveChanged } });
const linesOf = (importId: string, outcome: string) =>
  server.call(office.listImportLines, { params: { importId }, query: { outcome, limit: "999" } });
const badLines = async (importId: string) =>
  (await linesOf(importId, "bad")).map(({ line, issues }) => [
    line,
    issues.map(({ column, cause }) => (column === null ? cause : `${column} ${cause}`)),
  ]);
const find = async (table: ReferenceTableName, search: string) =>
  (await server.call(office.listReferenceRows, { params: { table }, query: { search } })).rows;

async function readCsv(call: "rows" | "bad", id: string): Promise<string> {
  const path =
    call === "rows"
      ? `/api/office/reference-data/${id}/csv`
      : `/api/office/reference-imports/${id}/bad-lines`;
  const response = await fetch(`${server.origin}${path}`, {
    headers: { authorization: `Bearer ${server.officeToken}` },
  });
  expect(response.headers.get("content-type")).toContain("text/csv");
  return Buffer.from(await response.arrayBuffer()).toString();
}

async function readParts(date: string) {
  const answer = await server.call(sync, {
    token: sam.token,
    deviceId: sam.deviceId,
    body: { isFullSync: false, warnSizeInMb: null, data: [{ type: "Part", date }] },
  });
  return answer.payload[0];
}

const partsDate = async () =>
  (await server.call(office.readData, { params: { type: "Part" } })).date;

describe("a file with good and bad lines", () => {
  it("is checked, applied as one change for phones, and taken back", async () => {
    const file = [
      "Part code,Description,Category,Unit,Price",
      `="00777",A new part,${category},${unit},1.20`,
      `00778,Another,${category.toUpperCase()},${unit},1.30`,
      `00777,Twice,${category},${unit},1`,
      `,No code,${category},${unit},1`,
      `00779,No such category,Nothing,${unit},1`,
      `00780,=A1&B1,${category},${unit},1`,
      `1.2E+11,Shortened,${category},${unit},1`,
      `00781,Too many,${category},${unit},1,2`,
      "",
      `00782,#REF!,${category},${unit},1`,
    ].join("\r\n");
    const date = await partsDate();
    const { importId, counts, preview, lines } = await check("parts", file);
    expect(preview.columns).toEqual([
      "partCode",
      "description",
      "partCategoryId",
      "partUnitTypeId",
      null,
    ]);
    expect(lines).toBe(9);
    expect(counts).toEqual({ new: 2, changed: 0, unchanged: 0, bad: 7, skipped: 0 });
    expect(await badLines(importId)).toEqual([
      [4, ["duplicate"]],
      [5, ["partCode missing"]],
      [6, ["partCategoryId unknown-reference"]],
      [7, ["description formula"]],
      [8, ["partCode shortened-number"]],
      [9, ["too-many-cells"]],
      [11, ["description spreadsheet-error"]],
    ]);
    expect(await partsDate()).toBe(date);

    const applied = await apply(importId);
    expect(applied).toMatchObject({
      counts: { new: 2, bad: 7, skipped: 0 },
      appliedBy: "Robin Ellis",
    });
    const delta = await readParts(date);
    expect(delta?.rows).toMatchObject([{ partCode: "00777" }, { partCode: "00778" }]);
    expect(delta?.date).toBe(await partsDate());

    const appliedDate = await partsDate();
    await undo(importId);
    expect(await reach(importId, "undone")).toMatchObject({
      notUndone: 0,
      undoneBy: "Robin Ellis",
    });
    expect(
      (await find("parts", "00777")).filter(({ values }) => values["partCode"] === "00777"),
    ).toEqual([]);
    expect((await readParts(appliedDate))?.deletedIds).toHaveLength(2);
  });

  it("has its bad lines grouped by cause, and as a file without formulas to import again", async () => {
    const lines = Array.from(
      { length: 25 },
      (_, index) => `B-${index},"=cmd|' /C calc'!A0",${category},${unit}`,
    );
    const file = [
      "code;description;category;unit",
      ...lines.map((line) => line.replaceAll(",", ";")),
      ";x;y;z",
    ];
    const { importId } = await check("parts", file.join("\n"));
    const groups = await server.call(office.groupImportLines, { params: { importId } });
    expect(groups[0]).toMatchObject({ column: "description", cause: "formula", lines: 25 });
    expect(groups[0]?.firstLines).toHaveLength(20);
    expect(groups.map(({ cause }) => cause)).toContain("missing");
    const query = { outcome: "bad", cause: "formula", column: "description" };
    expect(
      await server.call(office.listImportLines, {
        params: { importId },
        query: { ...query, after: "20" },
      }),
    ).toHaveLength(6);
    const csv = await readCsv("bad", importId);
    expect(csv.split("\r\n")[0]).toBe("\u{feff}Line,Reasons,code,description,category,unit");
    expect(csv).toContain("2,Description contains a formula.");
    expect(csv).not.toMatch(/(^|,|")=/m);
    const corrected = await check("parts", csv.replaceAll("'=cmd|' /C calc'!A0", "Corrected"));
    expect(corrected.counts).toMatchObject({ new: 25, bad: 1 });
  });
});

it("what is said of the lines of a cause is true for each of them", async () => {
  const names = ["One", "ONE", "one", "Two", "two"];
  const rows = Array.from({ length: 12 }, (_, index) => `Many ${index >> 1}`);
  const file = ["Name", ...names, ...rows].join("\n");
  const { importId } = await check("manufacturers", file);
  const [group, ...others] = await server.call(office.groupImportLines, { params: { importId } });
  expect(others).toEqual([]);
  expect(group).toMatchObject({
    column: null,
    cause: "duplicate",
    lines: 9,
    firstLines: [3, 4, 6, 8, 10, 12, 14, 16, 18],
    example: "Line 2 of the file has the same manufacturer.",
    reasonCount: 8,
  });
  const reason = (line: number) => `Line ${line} of the file has the same manufacturer.`;
  expect(group?.reasons).toEqual([
    { reason: reason(2), lines: 2, firstLines: [3, 4] },
    { reason: reason(5), lines: 1, firstLines: [6] },
    { reason: reason(7), lines: 1, firstLines: [8] },
    { reason: reason(9), lines: 1, firstLines: [10] },
    { reason: reason(11), lines: 1, firstLines: [12] },
  ]);
});

describe("an encoding", () => {
  const content = Buffer.from("Name\nCaf\xe9 \x80\n", "latin1");

  it("of Windows is recognised, and UTF-8 refused for it with the line", async () => {
    const { counts, preview } = await check("part-units", content);
    expect(preview).toMatchObject({ encoding: "windows-1252", lines: [["Café €"]] });
    expect(counts).toMatchObject({ new: 1 });
    const params = await upload("part-units", content);
    const body = { encoding: "utf-8", delimiter: ",", columns: ["name"] };
    expect(await server.request(office.checkReferenceImport, { params, body })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "encoding", message: expect.stringContaining("Line 2") }] },
    });
  });

  it("that was read wrongly before is named on its line", async () => {
    const { importId } = await check("part-units", "Name\nCaf\u{fffd}\n");
    expect(await badLines(importId)).toEqual([[2, ["name unreadable-character"]]]);
  });

  it("of a workbook is none: the file is refused", async () => {
    const body = {
      table: "parts",
      fileName: "parts.xlsx",
      content: Buffer.from("PK\u0003\u0004").toString("base64"),
    };
    expect(await server.request(office.uploadReferenceImport, { body })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("CSV") },
    });
  });
});

it("columns are confirmed: not two for one, and not without what names a row", async () => {
  const params = await upload("parts", "a,b\n1,2\n");
  for (const columns of [
    ["partCode", "partCode"],
    ["description", null],
    ["nothing", null],
  ])
    expect(
      await server.request(office.checkReferenceImport, {
        params,
        body: { encoding: "utf-8", delimiter: ",", columns },
      }),
    ).toMatchObject({
      status: 400,
      body: { issues: expect.arrayContaining([expect.objectContaining({ path: "columns" })]) },
    });
});

describe("an exported table", () => {
  it.each([
    "parts",
    "models",
    "lists",
    "contracts",
    "contract-sors",
    "priorities",
    "job-types",
  ] as const)("of %s is imported without a change", async (table) => {
    const { counts } = await check(table, await readCsv("rows", table));
    expect(counts).toMatchObject({ new: 0, changed: 0, bad: 0 });
    expect(counts?.unchanged).toBeGreaterThan(0);
  });

  it("keeps what spreadsheets would run, harmless on the way", async () => {
    const values = { name: "=1+1" };
    await server.call(office.addReferenceRow, {
      params: { table: "part-units" },
      body: { values },
    });
    const csv = await readCsv("rows", "part-units");
    expect(csv).toContain(",'=1+1\r\n");
    expect((await check("part-units", csv)).counts).toMatchObject({ changed: 0, new: 0, bad: 0 });
  });
});

it("a line without an id never gets the id that a later line has", async () => {
  const { rowId } = await server.call(office.addReferenceRow, {
    params: { table: "manufacturers" },
    body: { values: { name: "The last one" } },
  });
  const next = Number(rowId) + 1;
  const file = `Manufacturer id,Name\n,Numbered One\n${next},Numbered Two\n,Numbered Three\n`;
  const { importId } = await check("manufacturers", file);
  expect(await apply(importId)).toMatchObject({ counts: { new: 3, skipped: 0 } });
  const rows = await find("manufacturers", "numbered");
  const ids = new Map(rows.map(({ rowId: id, values }) => [values["name"], Number(id)]));
  expect(ids.get("Numbered Two")).toBe(next);
  expect(new Set(ids.values()).size).toBe(3);
});

describe("two people", () => {
  // It may also have been the one who imports the file.
  const changedSince = "This manufacturer was changed since.";
  const change = async (table: ReferenceTableName, search: string, values: object) => {
    const [row] = await find(table, search);
    await server.call(office.changeReferenceRow, {
      params: { table, rowId: row?.rowId ?? "" },
      body: { version: row?.version, values },
    });
  };

  it("who change the same row: the import skips it and says so", async () => {
    const add = (name: string) =>
      server.call(office.addReferenceRow, {
        params: { table: "manufacturers" },
        body: { values: { name } },
      });
    const [one, other] = [await add("Rivals One"), await add("Rivals Two")];
    const file = `Manufacturer id,Name\n${one.rowId},Rivals One Ltd\n${other.rowId},Rivals Two Ltd\n`;
    const { importId, counts } = await check("manufacturers", file);
    expect(counts).toMatchObject({ changed: 2 });
    await change("manufacturers", "Rivals One", { name: "Rivals First" });
    expect(await apply(importId)).toMatchObject({ counts: { changed: 1, skipped: 1 } });
    expect(await linesOf(importId, "skipped")).toMatchObject([
      { line: 2, issues: [{ cause: "changed-since", reason: changedSince }] },
    ]);
    expect((await find("manufacturers", "rivals")).map(({ values }) => values["name"])).toEqual([
      "Rivals First",
      "Rivals Two Ltd",
    ]);
  });

  it("one of whom takes an import back: what the other changed or used since stays, and is named", async () => {
    const { importId } = await check("manufacturers", "Name\nGone One\nGone Two\nGone Three\n");
    await apply(importId);
    await change("manufacturers", "Gone Two", { name: "Gone Second" });
    const [used] = await find("manufacturers", "Gone Three");
    await server.call(office.addReferenceRow, {
      params: { table: "models" },
      body: { values: { manufacturerId: Number(used?.rowId), name: "In use", type: 1 } },
    });
    await undo(importId);
    expect(await reach(importId, "applied")).toMatchObject({ notUndone: 2 });
    expect(await linesOf(importId, "not-undone")).toMatchObject([
      { line: 3, issues: [{ cause: "changed-since", reason: changedSince }] },
      { line: 4, issues: [{ cause: "in-use" }] },
    ]);
    expect(await find("manufacturers", "gone")).toHaveLength(3);
    await undo(importId, true);
    await reach(importId, "undone");
    expect((await find("manufacturers", "gone")).map(({ values }) => values["name"])).toEqual([
      "Gone Second",
      "Gone Three",
    ]);
  });

  it("who apply or discard the same import: the second is refused", async () => {
    const { importId } = await check("manufacturers", "Name\nOnly once\n");
    const answers = await Promise.all(
      [1, 2].map(() => server.request(office.applyReferenceImport, { params: { importId } })),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
    await reach(importId, "applied");
    expect(
      await server.request(office.discardReferenceImport, { params: { importId } }),
    ).toMatchObject({ status: 409 });
    expect(await find("manufacturers", "only once")).toHaveLength(1);
  });
});

describe("an import of clients", () => {
  it("adds clients and then their priorities by the client's name, and goes back", async () => {
    const clients = await check("clients", "Client\nFirecrest Homes\n");
    expect(clients.counts).toMatchObject({ new: 1, bad: 0 });
    await apply(clients.importId);
    const file =
      "Client,Name,Days to respond,Days to complete\nFirecrest homes,Urgent,1,5\nFirecrest Homes,Late,1,9999\n";
    const priorities = await check("priorities", file);
    expect(await badLines(priorities.importId)).toEqual([[3, ["completionDays out-of-range"]]]);
    await apply(priorities.importId);
    const read = async () =>
      (await server.call(office.listOfficeClients)).find(({ name }) => name === "Firecrest Homes");
    expect((await read())?.priorities).toMatchObject([{ name: "Urgent", description: null }]);
    await undo(clients.importId);
    expect(await reach(clients.importId, "applied")).toMatchObject({ notUndone: 1 });
    await undo(priorities.importId);
    await reach(priorities.importId, "undone");
    await undo(clients.importId);
    await reach(clients.importId, "undone");
    expect(await read()).toBeUndefined();
  });
});

describe("an import of contracts", () => {
  it("names job types that exist, which an undo does not withdraw while a contract names them", async () => {
    const types = await check(
      "job-types",
      "Name,Category id,Category\nFlue sweep,71,Chimneys\nFlue liner,71,Chimneys\n",
    );
    await apply(types.importId);
    const [sweep] = await find("job-types", "Flue sweep");
    const [client] = await find("clients", "");
    const name = String(client?.values["name"]);
    const file = `Client,Name,Job type ids\n${name},Sweeping,${sweep?.rowId}\n${name},Unknown,${sweep?.rowId} 998 999\n`;
    const contracts = await check("contracts", file);
    const [line] = await linesOf(contracts.importId, "bad");
    expect(line).toMatchObject({
      line: 3,
      issues: [
        { cause: "unknown-reference", reason: 'Job type ids says "998", which does not exist.' },
        { cause: "unknown-reference", reason: 'Job type ids says "999", which does not exist.' },
      ],
    });
    await apply(contracts.importId);
    await undo(types.importId);
    expect(await reach(types.importId, "applied")).toMatchObject({ notUndone: 1 });
    expect(await linesOf(types.importId, "not-undone")).toMatchObject([
      { line: 2, issues: [{ cause: "in-use" }] },
    ]);
    await undo(contracts.importId);
    await reach(contracts.importId, "undone");
    await undo(types.importId);
    await reach(types.importId, "undone");
    expect(await find("job-types", "Flue sweep")).toEqual([]);
  });
});

it("a line with more days to respond than to complete is bad", async () => {
  const [client] = await find("clients", "");
  const name = String(client?.values["name"]);
  const file = `Client,Name,Days to respond,Days to complete\n${name},Backwards,9,1\n${name},Same day,1,1\n`;
  const { importId, counts } = await check("priorities", file);
  expect(counts).toMatchObject({ new: 1, bad: 1 });
  expect(await badLines(importId)).toEqual([[2, ["responseDays exceeds-other"]]]);
});

describe("an import of job types gives a category one name", () => {
  const headings = "Name,Category id,Category";
  const categoryNames = async (jobCategoryId: number) =>
    (await server.call(office.listJobTypes))
      .filter((each) => each.jobCategoryId === jobCategoryId)
      .map(({ categoryName }) => categoryName);
  const rename = (from: number, categoryName: string, names: readonly string[]) =>
    [headings, ...names.map((name) => `${name},${from},${categoryName}`)].join("\n");

  it("so that a line with another one is bad, also to be downloaded", async () => {
    const file = [headings, "Ridge,72,Roofs", "Gutter,72,Rooves", "Tiles,72,Roofs"].join("\n");
    const { importId, counts } = await check("job-types", file);
    expect(counts).toMatchObject({ new: 2, bad: 1 });
    expect(await badLines(importId)).toEqual([[3, ["categoryName differs-from-group"]]]);
    const reason =
      'Category says "Rooves", but the other rows with Category id 72 say "Roofs". Write that name, or another Category id.';
    expect(await linesOf(importId, "bad")).toMatchObject([{ issues: [{ reason }] }]);
    expect(await readCsv("bad", importId)).toContain("Gutter,72,Rooves");
    await apply(importId);
    const second = await check("job-types", `${headings}\nGutter,72,Rooves\nRidge,72,Rooves\n`);
    expect(second.counts).toMatchObject({ new: 0, changed: 0, bad: 2 });
  });

  it("and a file that renames all of its job types may do so", async () => {
    const { importId, counts } = await check(
      "job-types",
      rename(72, "Roofing", ["Ridge", "Tiles"]),
    );
    expect(counts).toMatchObject({ changed: 2, bad: 0 });
    await apply(importId);
    expect(await categoryNames(72)).toEqual(["Roofing", "Roofing"]);
    // A row that came since has the new name, with which the old one of the others would disagree.
    const added = await server.call(office.addReferenceRow, {
      params: { table: "job-types" },
      body: { values: { name: "Fascia", jobCategoryId: 72, categoryName: "Roofing" } },
    });
    await undo(importId);
    expect(await reach(importId, "applied")).toMatchObject({ notUndone: 2 });
    expect(await linesOf(importId, "not-undone")).toMatchObject([
      { line: 2, issues: [{ cause: "differs-from-group" }] },
      { line: 3, issues: [{ cause: "differs-from-group" }] },
    ]);
    await server.call(office.withdrawReferenceRow, {
      params: { table: "job-types", rowId: added.rowId },
      query: { version: added.version },
    });
    await undo(importId);
    await reach(importId, "undone");
    expect(await categoryNames(72)).toEqual(["Roofs", "Roofs"]);
  });

  it("and one that a row added since the check contradicts is skipped", async () => {
    const { importId } = await check("job-types", rename(72, "Roofing", ["Ridge", "Tiles"]));
    await server.call(office.addReferenceRow, {
      params: { table: "job-types" },
      body: { values: { name: "Soffit", jobCategoryId: 72, categoryName: "Roofs" } },
    });
    expect(await apply(importId)).toMatchObject({ counts: { changed: 0, skipped: 2 } });
    expect(await categoryNames(72)).toEqual(["Roofs", "Roofs", "Roofs"]);
  });
});

it("a step that a killed server had done, or had begun, changes nothing twice", async () => {
  const { importId } = await check("manufacturers", "Name\nKilled One\nKilled Two\n");
  const source = { actor: null, address: "127.0.0.1", deviceId: null };
  const steps = (step: "check" | "apply" | "undo") =>
    runImportTask(server.database, { importId, step, source });
  await steps("check");
  await server.database.pool.query(
    "update reference_import set status = 'checking' where import_id = $1",
    [importId],
  );
  await Promise.all([steps("check"), steps("check")]);
  expect((await linesOf(importId, "new")).map(({ line }) => line)).toEqual([2, 3]);
  await server.database.pool.query(
    "update reference_import set status = 'applying' where import_id = $1",
    [importId],
  );
  await Promise.all([steps("apply"), steps("apply")]);
  await steps("apply");
  expect(await find("manufacturers", "killed")).toHaveLength(2);
});

it("lines go after the period, and the import can no longer be undone", async () => {
  const applied = await check("manufacturers", "Name\nOld One\n");
  await apply(applied.importId);
  const unapplied = await check("manufacturers", "Name\nNever One\n");
  await server.database.pool.query(
    `update reference_import set uploaded_on = uploaded_on - interval '366 days', applied_on = applied_on - interval '366 days'
      where import_id = any($1::uuid[])`,
    [[applied.importId, unapplied.importId]],
  );
  expect(await applyRetention(server.database, {})).toEqual({ "reference-imports": 2 });
  const answer = await server.request(office.undoReferenceImport, {
    params: { importId: applied.importId },
    body: { leaveChanged: false },
  });
  expect(answer).toMatchObject({ status: 409 });
  expect(await reach(applied.importId, "applied")).toMatchObject({ counts: { new: 1 } });
  expect(await find("manufacturers", "old one")).toHaveLength(1);
});

it("100,000 lines with formulas, duplicate keys and letters of Windows are checked and applied", async () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => {
    const code = index % 10 === 3 ? "BULK-0" : `BULK-${index}`;
    const description = index % 10 === 7 ? "=1+1" : `Caf\xe9 ${index}`;
    return `${code};${description};${category};${unit}`;
  });
  const file = Buffer.from(["code;description;category;unit", ...lines].join("\r\n"), "latin1");
  const { importId, counts, preview } = await check("parts", file);
  expect(preview).toMatchObject({ encoding: "windows-1252", delimiter: ";" });
  expect(counts).toEqual({ new: 80_000, changed: 0, unchanged: 0, bad: 20_000, skipped: 0 });
  const groups = await server.call(office.groupImportLines, { params: { importId } });
  expect(groups).toMatchObject([
    { cause: "formula", lines: 10_000 },
    {
      cause: "duplicate",
      lines: 10_000,
      reasons: [{ reason: "Line 2 of the file has the same part.", lines: 10_000 }],
      reasonCount: 1,
    },
  ]);
  expect((await readCsv("bad", importId)).split("\r\n")).toHaveLength(20_002);
  expect(await apply(importId)).toMatchObject({ counts: { new: 80_000, skipped: 0 } });
  expect((await find("parts", "bulk-99999"))[0]?.values["description"]).toBe("Café 99999");
}, 240_000);
