import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditSource } from "../database/audit.ts";
import { type Database, migrateDatabase, openDatabase } from "../database/database.ts";
import { readRows } from "../database/data-sets.ts";
import { createTestDatabase, type TestDatabase } from "../database/testing.ts";
import { describeIssues, loadForms } from "./load.ts";
import { putForms } from "./put-forms.ts";
import { readVersions } from "./versions.ts";

const at = new Date("2026-03-02T06:00:00.000Z");
const recordId = "0193b3f0-0000-7000-8000-00000000f001";
const partId = "0193b3f0-0000-7000-8000-00000000f002";

let testDatabase: TestDatabase;
let database: Database;
let folder: string;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.connectionString);
  await migrateDatabase(database);
  folder = await mkdtemp(join(tmpdir(), "fieldfare-forms-"));
});

afterEach(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(folder, { recursive: true });
});

const write = (file: string, form: unknown) =>
  writeFile(join(folder, file), typeof form === "string" ? form : JSON.stringify(form));

function record(version = 1, more: object = {}) {
  return {
    customFormId: recordId,
    version,
    name: "Record",
    description: "What was seen",
    isSubForm: false,
    jobCategoryId: 1,
    jobDetailTypeId: null,
    jobStageId: null,
    usageRequirement: 3,
    content: { pages: [{ name: "page", elements: [{ type: "text", name: "seen" }] }] },
    ...more,
  };
}

function part(version = 1, title = "Part") {
  const content = { pages: [{ name: "page", elements: [{ type: "text", name: "x", title }] }] };
  return record(version, { customFormId: partId, isSubForm: true, content });
}

function recordOfParts(version: number, subFormVersion: number, subForm = partId) {
  const parts = { type: "paneldynamic", name: "parts", subForm, subFormVersion };
  return record(version, { content: { pages: [{ name: "page", elements: [parts] }] } });
}

const load = () => loadForms(database, folder, at);

async function offered() {
  const { rows } = await readRows(database, "CustomForm");
  return rows
    .filter(({ withdrawnOn }) => withdrawnOn === undefined)
    .map(({ customFormId, version }) => [customFormId, version]);
}

/** The row that a system of the office puts for a form. */
function row(form: ReturnType<typeof record>) {
  const { name, description, isSubForm, content, ...rest } = form;
  return {
    ...rest,
    customFormDefinitionId: randomUUID(),
    definition: { name, description, isSubForm, content },
    modifiedOn: at.toISOString(),
  };
}

const office: AuditSource = {
  actor: { id: randomUUID(), name: "Olive Office" },
  address: "127.0.0.1",
  deviceId: null,
};

async function publish(...forms: ReturnType<typeof record>[]) {
  expect(await putForms(database, forms.map(row), [], office)).toMatchObject({ ok: true });
}

async function versions() {
  return (await readVersions(database)).map(({ row }) => [row.customFormId, row.version]);
}

describe("The folder of forms", () => {
  it("is served as the data set, and nothing changes when no file changed", async () => {
    await write("record.json", record());
    await write("note.txt", "not a form");
    expect(await load()).toEqual({ put: 1, withdrawn: 0, issues: [] });
    expect(await offered()).toEqual([[recordId, 1]]);
    const { date, rows } = await readRows(database, "CustomForm");
    expect(rows[0]).toMatchObject({
      definition: { name: "Record", isSubForm: false },
      usageRequirement: 3,
      modifiedOn: at.toISOString(),
    });

    const later = await loadForms(database, folder, new Date("2026-04-01T06:00:00.000Z"));
    expect(later).toEqual({ put: 0, withdrawn: 0, issues: [] });
    expect((await readRows(database, "CustomForm")).date).toBe(date);
  });

  it("gives a new version a new id, and keeps the previous one", async () => {
    await write("record.json", record(1));
    await load();
    const [before] = (await readRows(database, "CustomForm")).rows;
    await write("record.json", record(2, { name: "Record, again" }));
    expect(await load()).toMatchObject({ put: 1 });
    const [after] = (await readRows(database, "CustomForm")).rows;
    expect(after).toMatchObject({ customFormId: recordId, version: 2 });
    expect(after?.customFormDefinitionId).not.toBe(before?.customFormDefinitionId);
    expect(await versions()).toEqual([
      [recordId, 2],
      [recordId, 1],
    ]);
  });

  it("never goes back to an earlier version, as a server with an old folder would", async () => {
    await write("record.json", record(1));
    await load();
    await write("record.json", record(2, { name: "Record, again" }));
    await load();
    await write("record.json", record(1));
    expect((await load()).issues).toMatchObject([
      { path: "version", message: expect.stringContaining("older than 2") },
    ]);
    expect(await offered()).toEqual([[recordId, 2]]);
  });

  it("withdraws a form whose file is gone, and keeps its versions", async () => {
    await write("record.json", record());
    await write("part.json", part());
    await load();
    await rm(join(folder, "record.json"));
    expect(await load()).toMatchObject({ put: 0, withdrawn: 1 });
    expect(await offered()).toEqual([[partId, 1]]);
    expect(await versions()).toContainEqual([recordId, 1]);
    const { rows } = await readRows(database, "CustomForm");
    expect(rows.find(({ customFormId }) => customFormId === recordId)).toMatchObject({
      version: 1,
      withdrawnOn: at.toISOString(),
    });

    await write("record.json", record());
    expect(await load()).toMatchObject({ put: 1, withdrawn: 0 });
    expect(await offered()).toEqual([
      [recordId, 1],
      [partId, 1],
    ]);
  });

  it("that is empty or missing withdraws nothing", async () => {
    await write("record.json", record());
    await load();
    await rm(join(folder, "record.json"));
    expect((await load()).issues).toEqual([
      { file: folder, path: "", message: "There is no form here" },
    ]);
    const away = await loadForms(database, join(folder, "away"), at);
    expect(away.issues).toMatchObject([{ message: expect.stringContaining("ENOENT") }]);
    expect(await offered()).toEqual([[recordId, 1]]);
  });

  it("is loaded once by servers that start together", async () => {
    await write("record.json", record());
    const both = await Promise.all([load(), load()]);
    expect(both.map(({ put }) => put).toSorted((one, other) => one - other)).toEqual([0, 1]);
  });
});

describe("What the office decides", () => {
  beforeEach(async () => {
    await write("record.json", record());
    await write("part.json", part());
    await load();
  });

  it("stays over restarts: a version that it has published", async () => {
    await publish(record(2, { name: "Record of the office" }));
    expect(await load()).toEqual({ put: 0, withdrawn: 0, issues: [] });
    expect(await offered()).toContainEqual([recordId, 2]);

    await rm(join(folder, "record.json"));
    expect(await load()).toEqual({ put: 0, withdrawn: 0, issues: [] });
    expect(await offered()).toContainEqual([recordId, 2]);
  });

  it("is followed by a file that has changed since", async () => {
    await publish(record(2, { name: "Record of the office" }));
    await write("record.json", record(3, { name: "Record of the folder" }));
    expect(await load()).toEqual({ put: 1, withdrawn: 0, issues: [] });
    expect(await offered()).toContainEqual([recordId, 3]);
  });

  it("is not overwritten by a changed file with a number that it has used", async () => {
    await publish(record(2, { name: "Record of the office" }));
    await write("record.json", record(2, { name: "Record of the folder" }));
    expect((await load()).issues).toEqual([
      {
        file: "record.json",
        path: "version",
        message: "The form has changed and its version is still 2: give it the version 3",
      },
    ]);
    const { rows } = await readRows(database, "CustomForm");
    expect(rows[0]?.definition.name).toBe("Record of the office");
  });

  it("stays over restarts: a form that it has withdrawn, also with a new version of its file", async () => {
    await putForms(database, [], [recordId], office);
    expect(await load()).toEqual({ put: 0, withdrawn: 0, issues: [] });
    expect(await offered()).toEqual([[partId, 1]]);

    await write("record.json", record(2, { name: "Record, again" }));
    expect(await load()).toMatchObject({ put: 1, issues: [] });
    expect(await offered()).toEqual([[partId, 1]]);
    expect(await versions()).toContainEqual([recordId, 2]);

    await publish(record(2, { name: "Record, again" }));
    expect(await load()).toEqual({ put: 0, withdrawn: 0, issues: [] });
    expect(await offered()).toContainEqual([recordId, 2]);
  });

  it("protects a sub-form whose file is gone while a form of the office uses it", async () => {
    await publish(recordOfParts(2, 1));
    await rm(join(folder, "part.json"));
    expect(await load()).toMatchObject({
      withdrawn: 0,
      issues: [{ file: "part.json", message: 'The form "Record" uses this form' }],
    });
    expect(await offered()).toContainEqual([partId, 1]);
  });
});

describe("A file that is not valid", () => {
  it("is named with the path of the issue, and the last good version stays", async () => {
    await write("record.json", record());
    await load();
    const elements = [{ type: "hologram", name: "seen" }];
    await write("record.json", record(2, { content: { pages: [{ name: "p", elements }] } }));
    const { issues } = await load();
    expect(describeIssues(issues)).toBe(
      'record.json: content.pages.0.elements.0.type: There are no questions of type "hologram"',
    );
    expect(await offered()).toEqual([[recordId, 1]]);
    expect(await versions()).toEqual([[recordId, 1]]);
  });

  it.each([
    ["no JSON", '{"name": ', "This is not JSON"],
    ["no version", record(1, { version: undefined }), "version"],
    ["a word that no form has", record(1, { colour: "red" }), "colour"],
  ])("because it has %s", async (_name, form, words) => {
    await write("record.json", record());
    await load();
    await write("record.json", form);
    expect(describeIssues((await load()).issues)).toContain(words);
    expect(await offered()).toEqual([[recordId, 1]]);
  });

  it("because it changed without a new version", async () => {
    await write("record.json", record());
    await load();
    await write("record.json", record(1, { name: "Other" }));
    expect((await load()).issues).toEqual([
      {
        file: "record.json",
        path: "version",
        message: "The form has changed and its version is still 1: give it the version 2",
      },
    ]);
    await write("record.json", record(1));
    expect((await load()).issues).toEqual([]);
  });

  it("because another file has its id", async () => {
    await write("a.json", record());
    await write("b.json", record());
    await write("c.json", part());
    await expect(load()).rejects.toThrow("b.json: customFormId: Another file");
  });

  it("stops the first start, with all issues", async () => {
    await write("record.json", recordOfParts(1, 1));
    await write("other.json", "[]");
    await expect(load()).rejects.toThrow(/other\.json: .*\nrecord\.json: content\.pages\.0/);
    expect(await offered()).toEqual([]);
  });
});

describe("Sub-forms", () => {
  it("are loaded with the form that names them", async () => {
    await write("part.json", part());
    await write("record.json", recordOfParts(1, 1));
    expect(await load()).toMatchObject({ put: 2, issues: [] });
  });

  it("that contain themselves are refused", async () => {
    await write("record.json", recordOfParts(1, 1));
    const circle = { ...recordOfParts(1, 1), customFormId: partId, isSubForm: true };
    await write("part.json", circle);
    await expect(load()).rejects.toThrow("The form is part of itself");
  });

  it("that change without the form that names them leave it, and themselves, as they were", async () => {
    await write("part.json", part());
    await write("record.json", recordOfParts(1, 1));
    await load();
    await write("part.json", part(2, "Another part"));
    const { issues } = await load();
    expect(issues).toEqual([
      {
        file: "part.json",
        path: "version",
        message: 'The form "Record" uses version 1: put a new version of "Record" as well',
      },
    ]);
    expect(await offered()).toEqual([
      [recordId, 1],
      [partId, 1],
    ]);
    expect(await versions()).not.toContainEqual([partId, 2]);
    await write("record.json", recordOfParts(2, 2));
    expect(await load()).toMatchObject({ put: 2, issues: [] });
    expect(await offered()).toEqual([
      [recordId, 2],
      [partId, 2],
    ]);
  });
});
