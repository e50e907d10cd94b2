import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getMileage, type Payload } from "@fieldfare/contract";
import { listMileage, putData, putOperative } from "@fieldfare/contract/office";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let ada: TestEngineer;
let ben: TestEngineer;

beforeAll(async () => {
  server = await startTestServer();
  ada = await recorder("Ada");
  ben = await recorder("Ben");
});
afterAll(() => server.stop());

async function recorder(name: string, recordsMileage = true): Promise<TestEngineer> {
  const engineer = await server.addEngineer(name);
  await server.call(putOperative, {
    params: { fieldOperativeId: engineer.fieldOperativeId },
    body: { name, email: engineer.email, recordsMileage },
  });
  return engineer;
}

const as = ({ token, deviceId }: TestEngineer) => ({ token, deviceId });
const readOwn = (engineer: TestEngineer) => server.call(getMileage, as(engineer));
const readForOffice = (query: Record<string, string>) => server.call(listMileage, { query });

interface Given {
  readonly id?: string;
  readonly miles?: number;
  readonly recorded?: string;
  readonly changedOn?: string;
  readonly registration?: string;
}

const fields = ({ id = randomUUID(), miles = 100, recorded, changedOn, registration }: Given) => ({
  timestamp: changedOn ?? recorded ?? "2026-07-01T08:00:00.000Z",
  clientFieldOperativeMileageId: id,
  dateRecorded: recorded ?? "2026-07-01T08:00:00.000Z",
  currentMileage: miles,
  vehicle: { vehicleId: null, registration: registration ?? "YK21 FLD" },
});

async function add(
  engineer: TestEngineer,
  given: Given,
  more: Partial<Payload<"MileageAdd">> = {},
) {
  const payload = { type: "add" as const, ...fields(given), ...more };
  expect(await server.send(engineer, "MileageAdd", payload)).toMatchObject({ status: 200 });
  return payload.clientFieldOperativeMileageId;
}

const update = (engineer: TestEngineer, given: Given) =>
  server.send(engineer, "MileageUpdate", {
    type: "update",
    ...fields(given),
    fieldOperativeMileageId: null,
  });

const remove = (engineer: TestEngineer, id: string) =>
  server.send(engineer, "MileageRemove", {
    type: "remove",
    timestamp: "2026-07-01T09:00:00.000Z",
    clientFieldOperativeMileageId: id,
    fieldOperativeMileageId: null,
  });

describe("The engineer's list", () => {
  it("has the engineer's own records by the date recorded, newest first, without removed ones", async () => {
    const [first, second, third] = [
      await add(ada, { recorded: "2026-07-01T08:00:00.000Z", miles: 100 }),
      await add(ada, { recorded: "2026-07-01T17:00:00.000+01:00", miles: 180 }),
      await add(ada, { recorded: "2026-07-02T08:00:00.000Z", miles: 190 }),
    ];
    await add(ben, { recorded: "2026-07-03T08:00:00.000Z" });
    await remove(ada, third);
    const list = await readOwn(ada);
    expect(list).toEqual([
      {
        clientFieldOperativeMileageId: second,
        fieldOperativeMileageId: expect.any(Number) as unknown,
        vehicleId: null,
        registration: "YK21 FLD",
        currentMileage: 180,
        previousMileage: null,
        dateRecorded: "2026-07-01T16:00:00.000Z",
        createdOn: "2026-07-01T16:00:00.000Z",
        modifiedOn: "2026-07-01T16:00:00.000Z",
      },
      expect.objectContaining({ clientFieldOperativeMileageId: first, currentMileage: 100 }),
    ]);
  });

  it("ends after 500 records", async () => {
    const eve = await recorder("Eve");
    await server.database.pool.query(
      `insert into mileage (field_operative_id, client_field_operative_mileage_id, vehicle,
         current_mileage, date_recorded, created_on, modified_on)
       select $1, gen_random_uuid(), '{"vehicleId":null,"registration":"YK21 FLD"}', n,
         '2024-01-01'::timestamptz + n * interval '1 day', now(), now() from generate_series(1, 600) n`,
      [eve.fieldOperativeId],
    );
    const list = await readOwn(eve);
    expect(list).toHaveLength(500);
    expect(list[0]).toMatchObject({ currentMileage: 600 });
  });

  it("is only for an engineer who records mileage, on their own device", async () => {
    const alex = await recorder("Alex", false);
    expect(await server.request(getMileage, as(alex))).toMatchObject({ status: 403 });
    expect(await server.request(getMileage, { token: null })).toMatchObject({ status: 401 });
    expect(await server.request(getMileage)).toMatchObject({ status: 403 });
    expect(
      await server.request(getMileage, { token: ada.token, deviceId: ben.deviceId }),
    ).toMatchObject({ status: 401, body: { code: "unauthorised" } });
  });
});

describe("What an engineer records", () => {
  it("under the id of another engineer's record is a separate record: nobody changes or removes another's", async () => {
    const id = await add(ada, { miles: 300, recorded: "2026-07-05T08:00:00.000Z" });
    await update(ben, { id, miles: 1 });
    await remove(ben, id);
    expect(await readOwn(ada)).toContainEqual(
      expect.objectContaining({ clientFieldOperativeMileageId: id, currentMileage: 300 }),
    );
  });

  it("after its day is corrected with a reason, which the office sees with the message", async () => {
    const id = await add(ada, { miles: 4000, changedOn: "2026-07-06T08:00:00.000Z" });
    const sent = await server.send(ada, "MileageUpdate", {
      type: "update",
      ...fields({ id, miles: 400, changedOn: "2026-07-08T08:00:00.000Z" }),
      fieldOperativeMileageId: null,
      correctionReason: "A digit too many",
    });
    expect(sent).toMatchObject({ status: 200 });
    const { rows } = await server.database.pool.query<{ flags: unknown }>(
      "select flags from message where payload ->> 'correctionReason' = 'A digit too many'",
    );
    expect(JSON.stringify(rows)).toContain("mileage-corrected: A digit too many");
  });

  it("after its day shows the office the reason of each correction and what the entry said before", async () => {
    const ivy = await recorder("Ivy");
    const correct = (id: string, miles: number, changedOn: string, correctionReason: string) => ({
      type: "MileageUpdate" as const,
      payload: {
        type: "update" as const,
        ...fields({ id, miles, changedOn, recorded: "2026-07-06T08:00:00.000Z" }),
        fieldOperativeMileageId: null,
        correctionReason,
      },
    });
    const id = await add(ivy, { miles: 48_084, recorded: "2026-07-06T08:00:00.000Z" });
    const first = correct(id, 48_100, "2026-07-08T08:00:00.000Z", "Read the wrong line");
    const second = correct(id, 48_101, "2026-07-09T08:00:00.000Z", "A digit too many");
    for (const { type, payload } of [first, second])
      expect(await server.send(ivy, type, payload)).toMatchObject({ status: 200 });
    expect(await readForOffice({ fieldOperativeId: ivy.fieldOperativeId })).toMatchObject([
      {
        currentMileage: 48_101,
        corrections: [
          {
            correctedOn: "2026-07-08T08:00:00.000Z",
            reason: "Read the wrong line",
            previousMileage: 48_084,
            previousRegistration: "YK21 FLD",
          },
          {
            correctedOn: "2026-07-09T08:00:00.000Z",
            reason: "A digit too many",
            previousMileage: 48_100,
            previousRegistration: "YK21 FLD",
          },
        ],
        flags: ["mileage-corrected: Read the wrong line", "mileage-corrected: A digit too many"],
      },
    ]);
  });

  it("has the newer of two changes, whichever arrives last", async () => {
    const id = await add(ada, { miles: 400, changedOn: "2026-07-06T08:00:00.000Z" });
    await update(ada, { id, miles: 420, changedOn: "2026-07-06T10:00:00.000Z" });
    await update(ada, { id, miles: 410, changedOn: "2026-07-06T09:00:00.000Z" });
    expect(
      (await readOwn(ada)).find((row) => row.clientFieldOperativeMileageId === id),
    ).toMatchObject({
      currentMileage: 420,
      createdOn: "2026-07-06T08:00:00.000Z",
      modifiedOn: "2026-07-06T10:00:00.000Z",
    });
  });

  it("a late change does not restore a removed record", async () => {
    const id = await add(ada, {});
    await remove(ada, id);
    await update(ada, { id, miles: 999, changedOn: "2026-07-07T09:00:00.000Z" });
    const list = await readOwn(ada);
    expect(list.some((row) => row.clientFieldOperativeMileageId === id)).toBe(false);
  });

  it("a change of vehicle keeps both vehicles, also when the mileage is corrected later", async () => {
    const cai = await recorder("Cai");
    const id = await add(
      cai,
      { registration: "AB12 CDE", miles: 12 },
      {
        previousVehicle: { vehicleId: 7, registration: "YK21 FLD" },
        previousVehicleMileage: 48_050,
      },
    );
    await update(cai, {
      id,
      miles: 14,
      registration: "AB12 CDE",
      changedOn: "2026-07-01T08:01:00.000Z",
    });
    expect(await readOwn(cai)).toMatchObject([
      { registration: "AB12 CDE", currentMileage: 14, previousMileage: 48_050 },
    ]);
    expect(await readForOffice({ fieldOperativeId: cai.fieldOperativeId })).toMatchObject([
      { previousRegistration: "YK21 FLD", previousMileage: 48_050, operativeName: "Cai" },
    ]);
  });

  it("is recorded and flagged when the profile no longer expects mileage", async () => {
    const dee = await recorder("Dee", false);
    const id = await add(dee, {});
    await remove(dee, id);
    const { rows } = await server.database.pool.query(
      "select type, flags from message where field_operative_id = $1 order by arrival",
      [dee.fieldOperativeId],
    );
    expect(rows).toEqual([
      { type: "MileageAdd", flags: ["mileage-not-expected"] },
      { type: "MileageRemove", flags: ["mileage-not-expected"] },
    ]);
  });

  it("is refused when it is malformed", async () => {
    for (const currentMileage of [-1, 1.5, 1_000_000_000])
      expect(
        await server.send(ada, "MileageAdd", { type: "add", ...fields({ miles: currentMileage }) }),
      ).toMatchObject({ status: 400 });
  });
});

describe("The office", () => {
  it("reads by engineer, vehicle and day of the London calendar", async () => {
    const fay = await recorder("Fay");
    // In summer the London day starts an hour before the UTC day.
    const late = await add(fay, { recorded: "2026-06-30T22:59:59.000Z" });
    const early = await add(fay, {
      recorded: "2026-06-30T23:00:00.000Z",
      registration: "AB12 CDE",
    });
    const of = async (query: Record<string, string>) =>
      (await readForOffice({ fieldOperativeId: fay.fieldOperativeId, ...query })).map(
        (row) => row.clientFieldOperativeMileageId,
      );
    expect(await of({})).toEqual([early, late]);
    expect(await of({ from: "2026-07-01" })).toEqual([early]);
    expect(await of({ to: "2026-06-30" })).toEqual([late]);
    expect(await of({ from: "2026-07-01", to: "2026-07-01" })).toEqual([early]);
    expect(await of({ registration: "AB12 CDE" })).toEqual([early]);
    expect(await of({ limit: "1" })).toEqual([early]);
    await remove(fay, late);
    expect(await of({})).toEqual([early]);
    expect(await of({ removed: "true" })).toEqual([early, late]);
    const [, gone] = await readForOffice({
      fieldOperativeId: fay.fieldOperativeId,
      removed: "true",
    });
    expect(gone).toMatchObject({ removedOn: "2026-07-01T09:00:00.000Z" });
  });

  it("reads page by page, also entries of the same moment", async () => {
    const [gus, una] = [await recorder("Gus"), await recorder("Una")];
    const recorded = "2026-05-01T08:00:00.000Z";
    const id = randomUUID();
    // Both phones could choose the same id.
    for (const engineer of [gus, una]) await add(engineer, { id, recorded });
    await add(gus, { recorded: "2026-05-02T08:00:00.000Z" });
    const registration = "YK21 FLD";
    const day = { from: "2026-05-01", to: "2026-05-02", registration };
    const all = await readForOffice(day);
    expect(all).toHaveLength(3);
    const pages: unknown[] = [];
    for (let after: string | null = null; ;) {
      const page = await readForOffice({ ...day, limit: "1", ...(after !== null && { after }) });
      const [row] = page;
      if (!row) break;
      pages.push(row);
      after = String(row.fieldOperativeMileageId);
    }
    expect(pages).toEqual(all);
    const unbounded = await readForOffice({ limit: "3" });
    for (const [from, to] of [
      ["0000-01-01", "9999-12-31"],
      ["0001-01-01", "9999-12-30"],
    ] as const)
      expect(await readForOffice({ from, to, limit: "3" })).toEqual(unbounded);
    expect(await server.request(listMileage, { query: { after: "999999999999" } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "after" }] },
    });
  });

  describe("sees which rules an entry breaks", () => {
    const readFlags = async (engineer: TestEngineer, query: Record<string, string> = {}) => {
      const rows = await readForOffice({ fieldOperativeId: engineer.fieldOperativeId, ...query });
      return Object.fromEntries(rows.map((row) => [row.currentMileage, row.flags]));
    };

    it("checks the rules among the current entries, in whichever order they arrived", async () => {
      const gil = await recorder("Gil");
      await add(gil, { recorded: "2026-07-03T08:00:00.000Z", miles: 300 });
      await add(gil, { recorded: "2026-07-01T08:00:00.000Z", miles: 100 });
      expect(await readFlags(gil)).toEqual({ 100: [], 300: [] });
      const id = await add(gil, { recorded: "2026-07-02T08:00:00.000Z", miles: 3000 });
      expect(await readFlags(gil)).toEqual({
        100: [],
        300: ["mileage: mileage-below-previous"],
        3000: ["mileage: mileage-above-following"],
      });
      // The office's filter does not change which entries are compared.
      expect(await readFlags(gil, { from: "2026-07-03" })).toEqual({
        300: ["mileage: mileage-below-previous"],
      });
      await update(gil, { id, miles: 200, recorded: "2026-07-02T08:00:00.000Z" });
      expect(await readFlags(gil)).toEqual({ 100: [], 200: [], 300: [] });
      await update(gil, {
        id,
        miles: 4000,
        recorded: "2026-07-02T08:00:00.000Z",
        changedOn: "2026-07-02T09:00:00.000Z",
      });
      await remove(gil, id);
      expect(await readFlags(gil, { removed: "true" })).toEqual({ 100: [], 300: [], 4000: [] });
    });

    it("checks registrations by the formats that the office allows", async () => {
      const hal = await recorder("Hal");
      await add(hal, { registration: "VAN 7" });
      expect(await readFlags(hal)).toEqual({ 100: ["mileage: registration-invalid"] });
      await server.call(putData, {
        params: { type: "DomainData" },
        body: {
          rows: [
            {
              domainDataId: 1,
              entityCode: 1040,
              fieldName: "RegistrationFormat",
              value: 1,
              text: "dateless",
              sortOrder: 1,
              requiresAdditionalText: false,
            },
          ],
        },
      });
      expect(await readFlags(hal)).toEqual({ 100: [] });
    });
  });

  it("is the only one that reads everybody's mileage", async () => {
    expect(await server.request(listMileage, as(ada))).toMatchObject({ status: 403 });
    expect(await server.request(listMileage, { token: null })).toMatchObject({ status: 401 });
    for (const query of [{ from: "yesterday" }, { limit: "0" }, { fieldOperativeId: "x" }])
      expect(await server.request(listMileage, { query })).toMatchObject({ status: 400 });
  });
});
