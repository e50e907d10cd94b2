import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sync } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { referenceTableNames } from "@fieldfare/domain";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let sam: TestEngineer;

beforeAll(async () => {
  server = await startTestServer({ withDemo: true });
  sam = await server.addEngineer("Sam");
});

afterAll(() => server.stop());

type Table = (typeof referenceTableNames)[number];

const list = (table: Table, query: Record<string, string> = {}) =>
  server.call(office.listReferenceRows, { params: { table }, query });
const add = (table: Table, values: object) =>
  server.call(office.addReferenceRow, { params: { table }, body: { values } });
const refusedAdd = (table: Table, values: object) =>
  server.request(office.addReferenceRow, { params: { table }, body: { values } });

async function aPart(partCode: string) {
  const [category] = (await list("part-categories")).rows;
  const [unit] = (await list("part-units")).rows;
  return {
    partCode,
    description: "A test part",
    partCategoryId: Number(category?.rowId),
    partUnitTypeId: Number(unit?.rowId),
  };
}

/** What a phone with the date gets of the parts. */
async function syncParts(date: string) {
  const answer = await server.call(sync, {
    token: sam.token,
    deviceId: sam.deviceId,
    body: { isFullSync: false, warnSizeInMb: null, data: [{ type: "Part", date }] },
  });
  return answer.payload[0];
}

const partsDate = async () =>
  (await server.call(office.readData, { params: { type: "Part" } })).date;

describe("a table", () => {
  it.each(referenceTableNames)("%s is listed page by page, each row once", async (table) => {
    const counted = (await server.call(office.listReferenceTables)).find(
      (each) => each.table === table,
    );
    expect(counted?.rows).toBeGreaterThan(0);
    const limit = String(Math.min(Math.max(Math.ceil((counted?.rows ?? 0) / 4), 2), 900));
    const ids: string[] = [];
    for (let after: string | null = ""; after !== null;) {
      const page = await list(table, { limit, ...(after !== "" && { after }) });
      ids.push(...page.rows.map(({ rowId }) => rowId));
      after = page.next;
    }
    expect(ids).toHaveLength(counted?.rows ?? -1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is searched by every word of a row, and says what its numbers stand for", async () => {
    const values = await aPart("FIND-ME 1");
    await add("parts", { ...values, description: "Brass O'Brien fitting" });
    const found = await list("parts", { search: "obrien FIND" });
    expect(found).toMatchObject({ rows: [{ values: { partCode: "FIND-ME 1" } }], next: null });
    expect(found.rows[0]?.names["partCategoryId"]).toEqual(expect.any(String));
    expect((await list("parts", { search: "obrien nothing" })).rows).toEqual([]);
  });

  it("refuses a place that it did not give", async () => {
    const answer = await server.request(office.listReferenceRows, {
      params: { table: "parts" },
      query: { after: "x" },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
  });

  it("lists what a reference may be", async () => {
    const choices = await server.call(office.listReferenceChoices, {
      params: { table: "models" },
      query: { column: "manufacturerId", search: "VAILL" },
    });
    expect(choices).toEqual([{ value: expect.any(Number), name: "Vaillant" }]);
  });
});

describe("a row", () => {
  it("is added, changed and withdrawn, and phones get each as a change", async () => {
    const date = await partsDate();
    const added = await add("parts", await aPart("00123"));
    expect(await syncParts(date)).toMatchObject({
      isFull: false,
      rows: [{ partId: Number(added.rowId), partCode: "00123", manufacturerPartCode: null }],
    });
    const params = { table: "parts", rowId: added.rowId };
    const changed = await server.call(office.changeReferenceRow, {
      params,
      body: { version: added.version, values: { description: "Another text" } },
    });
    expect(await server.call(office.readReferenceRow, { params })).toEqual(changed);
    expect(changed.values).toEqual({ ...added.values, description: "Another text" });
    const changedOn = await partsDate();
    const { version } = changed;
    await server.call(office.withdrawReferenceRow, { params, query: { version } });
    expect(await syncParts(changedOn)).toMatchObject({
      rows: [],
      deletedIds: [Number(added.rowId)],
    });
    expect(
      await server.request(office.withdrawReferenceRow, { params, query: { version } }),
    ).toMatchObject({
      status: 404,
    });
  });

  it("that was changed since is neither changed nor withdrawn", async () => {
    const { rowId, version } = await add("parts", await aPart("CONTESTED"));
    const params = { table: "parts", rowId };
    const change = (description: string) =>
      server.request(office.changeReferenceRow, {
        params,
        body: { version, values: { description } },
      });
    expect(await change("First")).toMatchObject({ status: 200 });
    expect(await change("Second")).toMatchObject({
      status: 409,
      body: { detail: "This part was changed since you opened it. Look at it again." },
    });
    expect(
      await server.request(office.withdrawReferenceRow, { params, query: { version } }),
    ).toMatchObject({
      status: 409,
    });
    expect((await list("parts", { search: "contested" })).rows[0]?.values["description"]).toBe(
      "First",
    );
  });

  it("is refused with a reason for each value that is wrong", async () => {
    const answer = await refusedAdd("parts", {
      partCode: " ",
      description: "x".repeat(501),
      partCategoryId: 2_000_000,
      partUnitTypeId: "1",
      price: 12,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid" } });
    const { issues } = answer.body as { issues: { path: string }[] };
    expect(issues.map(({ path }) => path).toSorted()).toEqual([
      "values.description",
      "values.partCategoryId",
      "values.partCode",
      "values.partUnitTypeId",
      "values.price",
    ]);
  });

  it("may not have the code of another, in any case", async () => {
    await add("parts", await aPart("Same-1"));
    expect(await refusedAdd("parts", await aPart("SAME-1"))).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("part code") },
    });
  });

  it("is not withdrawn while others refer to it", async () => {
    const [category] = (await list("part-categories")).rows;
    expect(
      await server.request(office.withdrawReferenceRow, {
        params: { table: "part-categories", rowId: category?.rowId ?? "" },
        query: { version: category?.version ?? "" },
      }),
    ).toMatchObject({ status: 409, body: { detail: expect.stringContaining("parts") } });
    const [client] = (await list("clients")).rows;
    const answer = await server.request(office.withdrawReferenceRow, {
      params: { table: "clients", rowId: client?.rowId ?? "" },
      query: { version: client?.version ?? "" },
    });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/contracts, priorities, properties/) },
    });
  });
});

describe("clients, contracts, SORs of contracts and priorities", () => {
  it("are stored where the other calls read them", async () => {
    const client = await add("clients", { name: "Redwing Homes" });
    const clientId = Number(client.rowId);
    const contract = await add("contracts", { clientId, name: "Gas", jobDetailTypeIds: [21, 22] });
    const priority = await add("priorities", {
      clientId,
      name: "Urgent",
      responseDays: 1,
      completionDays: 5,
    });
    const [sor] = (await list("sors")).rows;
    const price = await add("contract-sors", {
      contractId: Number(contract.rowId),
      sorCodeId: Number(sor?.rowId),
      shortDescription: "A short one",
    });
    const read = async () =>
      (await server.call(office.listOfficeClients)).find((each) => each.clientId === clientId);
    expect(await read()).toEqual({
      clientId,
      name: "Redwing Homes",
      contracts: [
        {
          contractId: Number(contract.rowId),
          name: "Gas",
          jobDetailTypeIds: [21, 22],
          sors: [
            {
              sorPriceId: Number(price.rowId),
              sorCodeId: Number(sor?.rowId),
              sorCode: sor?.values["code"],
              shortDescription: "A short one",
            },
          ],
        },
      ],
      priorities: [
        {
          priorityId: Number(priority.rowId),
          name: "Urgent",
          description: null,
          responseDays: 1,
          completionDays: 5,
        },
      ],
    });
    expect(contract.names["clientId"]).toBe("Redwing Homes");
    // A contract stays with its client, and takes its SORs with it.
    const params = { table: "contracts", rowId: contract.rowId };
    const { version } = contract;
    expect(
      await server.request(office.changeReferenceRow, {
        params,
        body: { version, values: { clientId: 1 } },
      }),
    ).toMatchObject({ status: 400 });
    const renamed = await server.call(office.changeReferenceRow, {
      params,
      body: { version, values: { name: "Gas and heating", jobDetailTypeIds: null } },
    });
    expect((await read())?.contracts).toMatchObject([{ name: "Gas and heating", sors: [{}] }]);
    expect((await read())?.contracts[0]).not.toHaveProperty("jobDetailTypeIds");
    await server.call(office.withdrawReferenceRow, { params, query: { version: renamed.version } });
    expect((await read())?.contracts).toEqual([]);
  });

  it("name job types that exist, which stay while a contract names them", async () => {
    const [client] = (await list("clients")).rows;
    const clientId = Number(client?.rowId);
    const jobType = await add("job-types", {
      name: "Flue inspection",
      jobCategoryId: 6,
      categoryName: "Responsive",
    });
    const jobTypeId = Number(jobType.rowId);
    const values = { clientId, name: "Flues", jobDetailTypeIds: [jobTypeId, 998, 999] };
    expect(await refusedAdd("contracts", values)).toMatchObject({
      status: 400,
      body: {
        issues: [998, 999].map((unknown) => ({
          path: "values.jobDetailTypeIds",
          message: `Job type ids says "${unknown}", which does not exist.`,
        })),
      },
    });
    const contract = await add("contracts", { ...values, jobDetailTypeIds: [jobTypeId] });
    const withdraw = () =>
      server.request(office.withdrawReferenceRow, {
        params: { table: "job-types", rowId: jobType.rowId },
        query: { version: jobType.version },
      });
    expect(await withdraw()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("contracts") },
    });
    // Another system has named a job type that does not exist: it stays, and no further one comes.
    await server.database.pool.query(
      "update client set contracts = jsonb_set(contracts, '{-1,jobDetailTypeIds}', '[999]') where client_id = $1",
      [clientId],
    );
    const params = { table: "contracts", rowId: contract.rowId };
    const { version } = await server.call(office.readReferenceRow, { params });
    const change = (jobDetailTypeIds: number[]) =>
      server.request(office.changeReferenceRow, {
        params,
        body: { version, values: { name: "Flues and chimneys", jobDetailTypeIds } },
      });
    expect(await change([998, 999])).toMatchObject({
      status: 400,
      body: { issues: [{ message: 'Job type ids says "998", which does not exist.' }] },
    });
    expect(await change([999])).toMatchObject({ status: 200 });
    expect(await withdraw()).toMatchObject({ status: 200 });
  });

  it("have no more days to respond than to complete", async () => {
    const [client] = (await list("clients")).rows;
    const values = { clientId: Number(client?.rowId), name: "Odd", responseDays: 9 };
    expect(await refusedAdd("priorities", { ...values, completionDays: 1 })).toMatchObject({
      status: 400,
      body: {
        issues: [
          {
            path: "values.responseDays",
            message:
              "Days to respond is 9, more than Days to complete (1). Make it at most 1, or Days to complete at least 9.",
          },
        ],
      },
    });
    const { rowId, version } = await add("priorities", { ...values, completionDays: 9 });
    expect(
      await server.request(office.changeReferenceRow, {
        params: { table: "priorities", rowId },
        body: { version, values: { completionDays: 8 } },
      }),
    ).toMatchObject({ status: 400, body: { issues: [{ path: "values.responseDays" }] } });
  });

  it("and job types too", async () => {
    const { rowId } = await add("job-types", {
      name: "Chimney",
      jobCategoryId: 6,
      categoryName: "Responsive",
    });
    expect(await server.call(office.listJobTypes)).toContainEqual({
      jobDetailTypeId: Number(rowId),
      name: "Chimney",
      jobCategoryId: 6,
      categoryName: "Responsive",
    });
  });
});

describe("a category of job types has one name", () => {
  const jobTypes = async (jobCategoryId: number) =>
    (await server.call(office.listJobTypes)).filter((each) => each.jobCategoryId === jobCategoryId);
  const change = async (rowId: string, values: object) => {
    const params = { table: "job-types" as const, rowId };
    const { version } = await server.call(office.readReferenceRow, { params });
    return server.request(office.changeReferenceRow, { params, body: { version, values } });
  };
  const namedOtherwise = {
    status: 400,
    body: {
      issues: [
        {
          path: "values.categoryName",
          message:
            'Category says "Wrong name", but the other rows with Category id 81 say "Lifts". Write that name, or another Category id.',
        },
      ],
    },
  };

  it("which a job type that is added or moved to it must have", async () => {
    const values = { jobCategoryId: 81, categoryName: "Lifts" };
    await add("job-types", { ...values, name: "Lift service" });
    await add("job-types", { ...values, name: "Lift repair" });
    const wrong = { ...values, name: "Lift test", categoryName: "Wrong name" };
    expect(await refusedAdd("job-types", wrong)).toMatchObject(namedOtherwise);
    const { rowId } = await add("job-types", { ...wrong, jobCategoryId: 82 });
    expect(await change(rowId, { jobCategoryId: 81 })).toMatchObject(namedOtherwise);
    expect(await change(rowId, values)).toMatchObject({ status: 200 });
    expect((await jobTypes(81)).map(({ categoryName }) => categoryName)).toEqual([
      "Lifts",
      "Lifts",
      "Lifts",
    ]);
  });

  it("and another one in a job type that stays in it is that of all, each in the audit", async () => {
    const [first] = await jobTypes(81);
    const answer = await change(String(first?.jobDetailTypeId), {
      categoryName: "Passenger lifts",
    });
    expect(answer).toMatchObject({ status: 200 });
    const renamed = await jobTypes(81);
    expect(new Set(renamed.map(({ categoryName }) => categoryName))).toEqual(
      new Set(["Passenger lifts"]),
    );
    const { rows } = await server.database.pool.query(
      `select object_id as "objectId", before ->> 'categoryName' as "categoryName" from audit_entry
        where action = 'reference-row-changed' and after ->> 'categoryName' = 'Passenger lifts'`,
    );
    const expected = renamed.map(({ jobDetailTypeId }) => ({
      objectId: `job-types/${jobDetailTypeId}`,
      categoryName: "Lifts",
    }));
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  });
});

it("a role without the permission reads the rows and changes none", async () => {
  const email = "viewer.of.data@fieldfare.example";
  const password = "Viewer-password-1";
  await server.call(office.putAccount, {
    params: { accountId: randomUUID() },
    body: { name: "Viewer", email, password, roles: ["viewer"] },
  });
  const signedIn = await server.call(office.officeSignIn, {
    body: { email, password },
    token: null,
  });
  const first = signedIn.tokenModel.token;
  const changed = await server.call(office.changeOwnPassword, {
    token: first,
    body: { password, newPassword: "Viewer-password-2" },
  });
  const { token } = changed.tokenModel;
  const params = { table: "parts", rowId: "1", importId: randomUUID() };
  const reads = [office.listReferenceTables, office.listReferenceRows, office.listReferenceImports];
  for (const call of reads)
    expect(await server.request(call, { params, token })).toMatchObject({ status: 200 });
  const version = "0".repeat(32);
  const content = Buffer.from("Name\nMetre\n").toString("base64");
  const changes = [
    { call: office.addReferenceRow, body: { values: {} } },
    { call: office.changeReferenceRow, body: { version, values: {} } },
    { call: office.withdrawReferenceRow, query: { version } },
    { call: office.uploadReferenceImport, body: { table: "parts", fileName: "a.csv", content } },
    {
      call: office.checkReferenceImport,
      body: { encoding: "utf-8", delimiter: ",", columns: ["name"] },
    },
    { call: office.applyReferenceImport },
    { call: office.undoReferenceImport, body: { leaveChanged: false } },
    { call: office.discardReferenceImport },
  ];
  for (const { call, ...more } of changes)
    expect(await server.request(call, { params, token, ...more })).toMatchObject({
      status: 403,
      body: { code: "permission-missing" },
    });
});
