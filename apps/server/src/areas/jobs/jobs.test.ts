import { createHash, randomUUID } from "node:crypto";
import { type CallBody, getCommands, getJobs, header } from "@fieldfare/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { aDraft, assignedJob } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";

const at = "2026-11-21T09:00:00.000Z";
// The smallest JPEG that decoders accept.
const testImage = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  "base64",
);
const testImageHash = createHash("sha256").update(testImage).digest("hex");

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

const readCommands = ({ fieldOperativeId }: TestEngineer) =>
  server.call(office.listCommands, { query: { fieldOperativeId } });

/** The jobs that `GET /api/job` answers to an engineer's device. */
const readHandedOutJobs = async ({ token, deviceId }: TestEngineer) => {
  const { jobs } = await server.call(getJobs, { token, deviceId });
  return jobs.map(({ jobId }) => jobId);
};

describe("raising a job", () => {
  it("takes the ordered parts and the planned codes of the schedule of rates", async () => {
    const engineer = await server.addEngineer("Orla");
    const jobId = randomUUID();
    const location = {
      locationId: 3,
      siteName: "City Plumbing",
      locationName: "Leeds",
      deliveryType: "Collect",
      addressLine1: "1 Trade Park",
      store: null,
    };
    const { fieldOperativeId } = engineer;
    const sor = { sorCodeId: 7, sorCode: "GAS001", shortDescription: "Service a boiler", qty: 1 };
    const body = aDraft({
      jobId,
      fieldOperativeId,
      parts: [
        { shortDescription: "Fan", qty: 2, purchaseOrderId: 41, location },
        { shortDescription: "Seal", qty: 1 },
      ],
      plannedSors: [sor],
    });
    await server.call(office.createJob, { body });
    await server.call(office.createJob, { body });
    const { token, deviceId } = engineer;
    const { jobs } = await server.call(getJobs, { token, deviceId });
    expect(jobs).toMatchObject([
      {
        jobId,
        parts: [
          {
            usageType: 1,
            status: "Collect",
            qty: 2,
            qtyCollected: 0,
            purchaseOrderId: 41,
            location,
          },
          { usageType: 1, status: "NotApplicable", shortDescription: "Seal", location: null },
        ],
        plannedSors: [{ ...sor, usageType: 1, qtyUsed: 0 }],
      },
    ]);
    const repeated = aDraft({ plannedSors: [sor, sor] });
    expect(await server.request(office.createJob, { body: repeated })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "plannedSors.1.sorCodeId" }] },
    });
  });

  it("names the fields that it does not know, and raises nothing", async () => {
    const jobId = randomUUID();
    const draft = aDraft({ jobId });
    const body = {
      ...draft,
      priority: "P1",
      property: { ...draft.property, tenants: [{ fullName: "Pat", fax: "1" }] },
    };
    expect(await server.request(office.createJob, { body })).toMatchObject({
      status: 400,
      body: {
        issues: [
          { path: "property.tenants.0.fax", message: "Unknown field" },
          { path: "priority", message: "Unknown field" },
        ],
      },
    });
    expect(await server.request(office.readJob, { params: { jobId } })).toMatchObject({
      status: 404,
    });
  });

  it("assigns it to the engineer, whose device gets it with its property", async () => {
    const engineer = await server.addEngineer("Alice");
    const jobId = randomUUID();
    const raised = await server.call(office.createJob, {
      body: aDraft({
        jobId,
        formattedJobId: "R1",
        fieldOperativeId: engineer.fieldOperativeId,
        taskDetails: "Boiler is out",
        property: {
          addressLine1: "1 Example Street",
          postcode: "LS1 1AA",
          notifications: [
            { code: "ASB", description: "Asbestos", severity: 2, alertEngineer: true },
          ],
          tenants: [{ fullName: "Pat Example", isPrimaryTenant: true }],
        },
      }),
    });
    const { job, fieldOperativeId } = await server.call(office.readJob, { params: { jobId } });
    expect(fieldOperativeId).toBe(engineer.fieldOperativeId);
    expect(job).toMatchObject({
      jobId,
      formattedJobId: "R1",
      status: "New",
      fieldOperativeAppointmentId: raised.fieldOperativeAppointmentId,
      property: {
        notifications: [{ code: "ASB", alertEngineer: true, confirmedRead: false }],
        tenants: [{ fullName: "Pat Example", isPrimaryTenant: true, addedByEngineer: false }],
      },
    });
    const response = await fetch(`${server.origin}/api/job`, {
      headers: {
        authorization: `Bearer ${engineer.token}`,
        [header.deviceId]: engineer.deviceId,
      },
    });
    expect(await response.json()).toEqual({ jobs: [job] });
  });

  it("sends the issuer of its documents and the landlord to the engineer", async () => {
    const engineer = await server.addEngineer("Gwen");
    const business = {
      name: "Example Heating Ltd",
      address: "1 Example Street\nLeeds\nLS1 1AA",
      telephone: "01134960000",
      gasSafeRegistration: "000321",
    };
    await server.call(office.putBusiness, { body: business });
    expect(await server.call(office.readBusiness)).toEqual({ business });
    await server.database.pool.query(
      "update field_operative set gas_safe_id_card = '0009321' where field_operative_id = $1",
      [engineer.fieldOperativeId],
    );
    const landlord = { name: "Example Homes", address: "2 Example Street\nLeeds" };
    const raised = await server.call(office.createJob, {
      body: aDraft({
        fieldOperativeId: engineer.fieldOperativeId,
        property: {
          addressLine1: "3 Example Street",
          postcode: "LS1 1AC",
          uprn: "100000000001",
          landlord,
        },
      }),
    });
    const { job } = await server.call(office.readJob, { params: { jobId: raised.jobId } });
    expect(job).toMatchObject({
      issuer: { business, engineerName: "Gwen", gasSafeIdCard: "0009321" },
      property: { uprn: "100000000001", landlord },
    });
    const nobodys = await server.call(office.createJob, { body: aDraft() });
    const { job: idle } = await server.call(office.readJob, { params: { jobId: nobodys.jobId } });
    expect(idle).not.toHaveProperty("issuer");
  });

  it("twice with the same jobId is one job, also when both requests come at once", async () => {
    const property = { addressLine1: "7 Once Street", postcode: "LS1 1AA" };
    const body = aDraft({ jobId: randomUUID(), property });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => server.call(office.createJob, { body })),
    );
    const again = await server.call(office.createJob, { body });
    const other = { ...body, taskDetails: "Other words" };
    expect(await server.request(office.createJob, { body: other })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    for (const answer of answers) expect(answer).toEqual(again);
    const { job } = await server.call(office.readJob, { params: { jobId: again.jobId } });
    expect(job.taskDetails).toBeNull();
    const { rows } = await server.database.pool.query(
      "select 1 from property where address_line_1 = $1",
      [body.property.addressLine1],
    );
    expect(rows).toHaveLength(1);
  });

  it("with the same jobId as a job that was stored without a content hash is the same job", async () => {
    const body = aDraft({ jobId: randomUUID() });
    const raised = await server.call(office.createJob, { body });
    const { pool } = server.database;
    await pool.query("update job set draft_hash = null where job_id = $1", [raised.jobId]);
    expect(await server.call(office.createJob, { body })).toEqual(raised);

    const onSite = "insert into quick_job (job_id, field_operative_id, row) values ($1, $2, '{}')";
    await pool.query(onSite, [raised.jobId, randomUUID()]);
    expect(await server.request(office.createJob, { body })).toMatchObject({ status: 409 });
  });

  it("at a known property adds notices, people and appliances once, and removes none", async () => {
    const propertyId = randomUUID();
    const property = {
      propertyId,
      addressLine1: "2 Example Street",
      postcode: "LS1 1AB",
      notifications: [
        { code: "DOG", description: "Dog", severity: 1 as const, alertEngineer: false },
      ],
      tenants: [{ fullName: "Kim Example" }],
      assets: [{ propertyAssetId: randomUUID(), type: 16, modelName: "Ei650" }],
    };
    await server.call(office.createJob, { body: aDraft({ property }) });
    const second = await server.call(office.createJob, {
      body: aDraft({
        property: {
          ...property,
          addressLine1: "2A Example Street",
          tenants: [{ fullName: " kim  example" }],
          assets: property.assets.map((asset) => ({ ...asset, modelName: "Another" })),
        },
      }),
    });
    const { job } = await server.call(office.readJob, { params: { jobId: second.jobId } });
    expect(job.property.addressLine1).toBe("2A Example Street");
    expect(job.property.notifications).toHaveLength(1);
    expect(job.property.tenants).toMatchObject([{ fullName: "Kim Example" }]);
    expect(job.property.assets).toMatchObject([
      { type: 16, modelName: "Ei650", addedByEngineer: false, scrapped: false },
    ]);
  });

  it("lists the appliances of a new job in the order in which the office named them", async () => {
    const modelNames = ["Ei650", "Ei208", "Ei3016", "Ei146", "Ei164", "Ei3024"];
    const assets = modelNames.map((modelName) => ({ type: 16, modelName }));
    const body = aDraft({
      property: { addressLine1: "3 Row Street", postcode: "LS1 1AB", assets },
    });
    const { jobId } = await server.call(office.createJob, { body });
    const { job } = await server.call(office.readJob, { params: { jobId } });
    expect(job.property.assets).toMatchObject(assets);
    const moments = new Set(job.property.assets.map(({ createdOn }) => createdOn));
    expect(moments.size).toBe(assets.length);
  });

  it("lists the contacts of a new job in the order in which the office named them", async () => {
    const names = ["Robin", "Alex", "Kim", "Zoe", "Ben", "Mo"];
    const tenants = names.map((fullName) => ({ fullName }));
    const body = aDraft({
      property: { addressLine1: "5 Row Street", postcode: "LS1 1AB", tenants },
    });
    const { jobId } = await server.call(office.createJob, { body });
    const { job, contacts } = await server.call(office.readJob, { params: { jobId } });
    expect(job.property.tenants).toMatchObject(tenants);
    expect(contacts).toMatchObject(tenants);
    const moments = new Set(contacts.map(({ createdOn }) => createdOn));
    expect(moments.size).toBe(tenants.length);
    const home = await server.call(office.readHome, {
      params: { propertyId: job.property.propertyId },
    });
    expect(home.tenants).toMatchObject(tenants);
    expect(
      await server.call(office.listHomes, { query: { search: "5 row street" } }),
    ).toMatchObject([{ tenantNames: names.join(", ") }]);
  });

  it("lists appliances that were made at one moment as the phone does, and not by their ids", async () => {
    const modelNames = ["Ei9", "Ei10", "Ei208", "Ei3016"];
    const ids = modelNames.map(() => randomUUID()).toSorted();
    const sorted = modelNames.map((modelName, index) => ({
      propertyAssetId: ids.at(-1 - index) ?? "",
      type: 16,
      modelName,
      createdOn: at,
    }));
    const body = aDraft({
      property: {
        addressLine1: "4 Row Street",
        postcode: "LS1 1AB",
        assets: [2, 0, 3, 1].flatMap((index) => sorted[index] ?? []),
      },
    });
    const { jobId } = await server.call(office.createJob, { body });
    const { job, appliances } = await server.call(office.readJob, { params: { jobId } });
    expect(job.property.assets).toMatchObject(sorted);
    expect(appliances).toMatchObject(sorted);
  });

  it.each<[string, unknown, string]>([
    ["an unknown engineer", aDraft({ fieldOperativeId: randomUUID() }), "fieldOperativeId"],
    [
      "a tenant without a name",
      aDraft({ property: { ...aDraft().property, tenants: [{ isPrimaryTenant: true }] } }),
      "property.tenants.0.fullName",
    ],
    ["no address", { ...aDraft(), property: { postcode: "LS1 1AA" } }, "property.addressLine1"],
  ])("with %s is refused and changes nothing", async (_what, body, path) => {
    const count = async () =>
      (
        await server.database.pool.query(
          "select job_id from job union all select property_id from property",
        )
      ).rowCount;
    const before = await count();
    expect(await server.request(office.createJob, { body })).toMatchObject({
      status: 400,
      body: { code: "invalid", issues: [{ path }] },
    });
    expect(await count()).toBe(before);
  });
});

describe("raising a job of a type of which the home has an open one", () => {
  const raise = (propertyId: string, more: Partial<CallBody<typeof office.createJob>> = {}) =>
    server.request(office.createJob, {
      body: aDraft({
        jobId: randomUUID(),
        property: { propertyId, addressLine1: "8 Example Street", postcode: "LS1 1AA" },
        ...more,
      }),
    });
  const readId = ({ body }: { readonly body: unknown }) => (body as { jobId: string }).jobId;

  it("is refused to a caller who asks for it and does not know that job", async () => {
    const propertyId = randomUUID();
    const first = readId(await raise(propertyId, { formattedJobId: "TWICE-1" }));
    expect(await raise(propertyId, { expectedOpenJobIds: [] })).toMatchObject({
      status: 409,
      body: {
        detail: "Job TWICE-1 of the same type is open at this home.",
        issues: [{ path: "expectedOpenJobIds" }],
      },
    });
    const otherType = { jobDetailTypeId: 22, detailTypeName: "No hot water" };
    expect(await raise(propertyId, { expectedOpenJobIds: [], ...otherType })).toMatchObject({
      status: 200,
    });
    expect(await raise(propertyId, { expectedOpenJobIds: [first] })).toMatchObject({ status: 200 });
    expect(await raise(propertyId)).toMatchObject({ status: 200 });
  });

  it("is not refused when the other one is closed", async () => {
    const propertyId = randomUUID();
    const jobId = readId(await raise(propertyId));
    await server.call(office.cancelJob, {
      params: { jobId },
      body: { outcomeId: 6, reason: "Raised twice", force: false },
    });
    expect(await raise(propertyId, { expectedOpenJobIds: [] })).toMatchObject({ status: 200 });
  });

  it("is done once when two ask at the same time, and a repeat is the same job", async () => {
    const propertyId = randomUUID();
    const drafts = [randomUUID(), randomUUID()].map((jobId) => ({ jobId, expectedOpenJobIds: [] }));
    const answers = await Promise.all(drafts.map((draft) => raise(propertyId, draft)));
    const raised = answers.find(({ status }) => status === 200);
    expect(answers.find((answer) => answer !== raised)).toMatchObject({ status: 409 });
    const jobId = raised ? readId(raised) : "";
    expect(await raise(propertyId, { jobId, expectedOpenJobIds: [jobId] })).toMatchObject({
      status: 200,
      body: { jobId },
    });
  });
});

describe("raising a job for an engineer whose account is disabled", () => {
  it("is refused to a caller who saw it enabled, and a repeat of an earlier request is the same job", async () => {
    const { fieldOperativeId } = await server.addEngineer("Dora");
    const raise = (more: Partial<CallBody<typeof office.createJob>>) =>
      server.request(office.createJob, {
        body: aDraft({ jobId: randomUUID(), fieldOperativeId, ...more }),
      });
    const expectedEngineer = { isDisabled: false };
    const raised = { jobId: randomUUID(), expectedEngineer };
    expect(await raise(raised)).toMatchObject({ status: 200 });
    await server.call(office.disableOperative, { params: { fieldOperativeId } });
    const jobId = randomUUID();
    const detail = "The account of Dora is disabled.";
    expect(await raise({ jobId, expectedEngineer })).toMatchObject({
      status: 409,
      body: { detail, issues: [{ path: "expectedEngineer", message: detail }] },
    });
    expect(await server.request(office.readJob, { params: { jobId } })).toMatchObject({
      status: 404,
    });
    expect(await raise(raised)).toMatchObject({ status: 200, body: { jobId: raised.jobId } });
    // A caller who has not looked, or who knows it, may plan for an account that is enabled later.
    for (const more of [{}, { expectedEngineer: { isDisabled: true } }])
      expect(await raise(more)).toMatchObject({ status: 200 });
  });
});

describe("raising a job for a new home whose address is known", () => {
  const raise = (
    addressLine1: string,
    {
      postcode = "LS9 9XX",
      ...more
    }: Partial<CallBody<typeof office.createJob>> & { postcode?: string } = {},
  ) =>
    server.request(office.createJob, {
      body: aDraft({ jobId: randomUUID(), property: { addressLine1, postcode }, ...more }),
    });
  const readProperty = async ({ body }: { readonly body: unknown }) => {
    const { jobId } = body as { jobId: string };
    return (await server.call(office.readJob, { params: { jobId } })).job.property.propertyId;
  };

  it("is refused to a caller who asks for it and does not know that home", async () => {
    const propertyId = await readProperty(await raise("12 St. Mary's Road"));
    expect(
      await raise("12 st marys  road,", { postcode: "ls99xx", expectedPropertyIds: [] }),
    ).toMatchObject({
      status: 409,
      body: {
        detail: "A home with this address is known already: 12 St. Mary's Road, LS9 9XX",
        issues: [
          {
            path: "expectedPropertyIds",
            message: `Property ${propertyId}: 12 St. Mary's Road, LS9 9XX`,
          },
        ],
      },
    });
    for (const [line, postcode] of [
      ["12a St. Mary's Road", "LS9 9XX"],
      ["12 St. Mary's Road", "LS9 9XY"],
    ] as const)
      expect(await raise(line, { postcode, expectedPropertyIds: [] })).toMatchObject({
        status: 200,
      });
    const second = await raise("12 St. Mary's Road", { expectedPropertyIds: [propertyId] });
    expect(second).toMatchObject({ status: 200 });
    expect(await readProperty(second)).not.toBe(propertyId);
    expect(await raise("12 St. Mary's Road", { expectedPropertyIds: [propertyId] })).toMatchObject({
      status: 409,
    });
  });

  it("is not refused to a caller who does not ask, or names the home", async () => {
    const first = await raise("14 Known Road");
    const second = await raise("14 Known Road");
    expect(second).toMatchObject({ status: 200 });
    const propertyId = await readProperty(first);
    const property = { propertyId, addressLine1: "14 Known Road", postcode: "LS9 9XX" };
    expect(await raise("14 Known Road", { property, expectedPropertyIds: [] })).toMatchObject({
      status: 200,
    });
    expect(await raise("An address", { postcode: "", expectedPropertyIds: [] })).toMatchObject({
      status: 200,
    });
  });

  it("is done once when two ask at the same time, and a repeat is the same job", async () => {
    const drafts = [randomUUID(), randomUUID()].map((jobId) => ({
      jobId,
      expectedPropertyIds: [],
    }));
    const answers = await Promise.all(drafts.map((draft) => raise("16 Known Road", draft)));
    const index = answers.findIndex(({ status }) => status === 200);
    expect(answers[1 - index]).toMatchObject({
      status: 409,
      body: { issues: [{ path: "expectedPropertyIds" }] },
    });
    expect(await raise("16 Known Road", { ...drafts[index] })).toMatchObject({
      status: 200,
      body: { jobId: drafts[index]?.jobId },
    });
  });

  it("is refused while two who do not ask add the home at the same time", async () => {
    const { pool } = server.database;
    const client = await pool.connect();
    try {
      await client.query("begin");
      await client.query("lock table job in share mode");
      const waiting = (kind: string) => async () => {
        const { rowCount } = await pool.query(
          `select from pg_locks l
             join pg_database d on d.oid = l.database and d.datname = current_database()
            where not l.granted and ${kind}`,
        );
        return rowCount;
      };
      const first = raise("18 Known Road");
      // The home is stored, and the job is not.
      await expect.poll(waiting("l.relation = 'job'::regclass")).toBe(1);
      const unasked = raise("18 Known Road");
      await expect.poll(waiting("l.relation = 'job'::regclass")).toBe(2);
      const asking = raise("18 Known Road", { expectedPropertyIds: [] });
      await expect.poll(waiting("l.locktype = 'advisory'")).toBe(1);
      await client.query("commit");
      for (const answer of [first, unasked]) expect(await answer).toMatchObject({ status: 200 });
      expect(await asking).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(/^2 homes with this address are known already/) },
      });
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});

describe("assigning a job", () => {
  it("that nobody had queues no command", async () => {
    const engineer = await server.addEngineer("Bob");
    const { jobId } = await server.call(office.createJob, { body: aDraft() });
    const { fieldOperativeId } = engineer;
    await server.call(office.assignJob, { params: { jobId }, body: { fieldOperativeId } });
    const read = await server.call(office.readJob, { params: { jobId } });
    expect(read.fieldOperativeId).toBe(fieldOperativeId);
    expect(await readCommands(engineer)).toEqual([]);
  });

  it("to another engineer sends the earlier one's device a removal request, and the job starts again as New", async () => {
    const [first, second] = [await server.addEngineer("Carol"), await server.addEngineer("Dave")];
    const { jobId, fieldOperativeAppointmentId } = await assignedJob(server, first);
    await server.send(first, "JobStatusChange", {
      jobId,
      fieldOperativeAppointmentId,
      currentStatus: "Reset",
      changeTimestamp: at,
    });
    const moved = await server.call(office.assignJob, {
      params: { jobId },
      body: { fieldOperativeId: second.fieldOperativeId },
    });
    expect(moved.fieldOperativeAppointmentId).not.toBe(fieldOperativeAppointmentId);
    expect(await readCommands(first)).toMatchObject([{ type: "CancelJob", jobId, outcome: null }]);
    const { job, fieldOperativeId } = await server.call(office.readJob, { params: { jobId } });
    expect(fieldOperativeId).toBe(second.fieldOperativeId);
    expect(job).toMatchObject({ ...moved, status: "New", statusTimestamps: {} });
  });

  it("leaves it with an engineer who has gained access, unless it is forced", async () => {
    const [first, second] = [await server.addEngineer("Gil"), await server.addEngineer("Hana")];
    const job = await assignedJob(server, first);
    const { jobId } = job;
    for (const currentStatus of ["Reset", "Travelling", "OnSite", "AccessGained"] as const)
      await server.send(first, "JobStatusChange", { ...job, currentStatus, changeTimestamp: at });
    const { fieldOperativeId } = second;
    const appointmentDateTime = "2026-07-01T08:00:00.000Z";
    const before = await server.call(office.readJob, { params: { jobId } });
    expect(
      await server.request(office.assignJob, {
        params: { jobId },
        body: { fieldOperativeId, appointmentDateTime },
      }),
    ).toMatchObject({ status: 409, body: { detail: expect.stringContaining("gained access") } });
    expect(await server.call(office.readJob, { params: { jobId } })).toEqual(before);
    expect(await readCommands(first)).toEqual([]);

    await server.call(office.assignJob, {
      params: { jobId },
      body: { fieldOperativeId, force: true },
    });
    const after = await server.call(office.readJob, { params: { jobId } });
    expect(after).toMatchObject({ fieldOperativeId, job: { status: "New" } });
    const { token, deviceId } = first;
    const { commands } = await server.call(getCommands, { token, deviceId });
    expect(commands).toMatchObject([{ type: "CancelJob", jobId, force: true, isMoved: true }]);
  });

  it("to the same engineer keeps the appointment; a new time is sent as a job update", async () => {
    const engineer = await server.addEngineer("Erin");
    const { fieldOperativeId } = engineer;
    const { jobId, fieldOperativeAppointmentId } = await assignedJob(server, engineer);
    const again = await server.call(office.assignJob, {
      params: { jobId },
      body: { fieldOperativeId },
    });
    expect(again).toEqual({ fieldOperativeAppointmentId });
    expect(await readCommands(engineer)).toEqual([]);
    await server.call(office.assignJob, {
      params: { jobId },
      body: { fieldOperativeId, appointmentDateTime: "2026-07-01T08:00:00.000Z" },
    });
    expect(await readCommands(engineer)).toMatchObject([{ type: "JobUpdate", jobId }]);
    const { rows } = await server.database.pool.query<{ body: { details: string } }>(
      "select body from command where job_id = $1",
      [jobId],
    );
    expect(rows[0]?.body.details).toBe("The appointment is now at 01/07/2026 09:00.");
  });

  it("that is no longer as the caller saw it is refused, and the answer says what it is now", async () => {
    const [first, second] = [await server.addEngineer("Ines"), await server.addEngineer("Jon")];
    const { jobId } = await assignedJob(server, first);
    const assign = (
      { fieldOperativeId }: Pick<TestEngineer, "fieldOperativeId">,
      expected: CallBody<typeof office.assignJob>["expected"],
    ) =>
      server.request(office.assignJob, { params: { jobId }, body: { fieldOperativeId, expected } });
    const read = async () => {
      const { job, fieldOperativeId } = await server.call(office.readJob, { params: { jobId } });
      const { appointmentDateTime, status } = job;
      return { fieldOperativeId, appointmentDateTime, status };
    };
    const seen = await read();
    expect(await assign(second, seen)).toMatchObject({ status: 200 });
    expect(await assign(first, seen)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Meanwhile Jon has job/) },
    });
    expect(await read()).toMatchObject({ fieldOperativeId: second.fieldOperativeId });
    const now = await read();
    expect(
      await assign(first, { ...now, appointmentDateTime: "2026-07-02T08:00:00.000Z" }),
    ).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Meanwhile job .* is planned for/) },
    });
    await server.call(office.cancelJob, {
      params: { jobId },
      body: { outcomeId: 6, reason: "Raised twice", force: false },
    });
    expect(await assign(first, now)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Meanwhile job .* is cancelled/) },
    });
  });

  it("that is closed, or unknown, is refused", async () => {
    const engineer = await server.addEngineer("Frank");
    const { fieldOperativeId } = engineer;
    const { jobId } = await assignedJob(server, engineer);
    await server.database.pool.query("update job set status = 'Closed' where job_id = $1", [jobId]);
    const body = { fieldOperativeId };
    expect(await server.request(office.assignJob, { params: { jobId }, body })).toMatchObject({
      status: 409,
    });
    expect(
      await server.request(office.assignJob, { params: { jobId: randomUUID() }, body }),
    ).toMatchObject({
      status: 404,
    });
  });
});

describe("reading a job at the office", () => {
  it("shows messages in order, images, and which images are still missing", async () => {
    const engineer = await server.addEngineer("Grace");
    const job = await assignedJob(server, engineer);
    const [here, missing] = [randomUUID(), randomUUID()];
    const statusTimestamps = { New: at, Travelling: at, OnSite: at };
    for (const currentStatus of ["Reset", "Travelling", "OnSite"] as const) {
      await server.send(engineer, "JobStatusChange", {
        ...job,
        currentStatus,
        changeTimestamp: at,
      });
    }
    await server.send(engineer, "JobImage", {
      ...job,
      imageId: here,
      entityId: job.jobId,
      associateToJob: true,
      timestamp: at,
      latitude: null,
      longitude: null,
      image: testImage.toString("base64"),
    });
    await server.send(engineer, "JobNoAccess", {
      ...job,
      noAccessReasonId: 1,
      notes: "Nobody in",
      imageIds: [here, missing],
      statusTimestamps: { ...statusTimestamps, Closed: at },
      changeTimestamp: at,
    });
    const params = { jobId: job.jobId };
    const read = await server.call(office.readJob, { params });
    expect(read.messages.map(({ type }) => type)).toEqual([
      "JobStatusChange",
      "JobStatusChange",
      "JobStatusChange",
      "JobImage",
      "JobNoAccess",
    ]);
    expect(read.job.status).toBe("Closed");
    expect(read.images).toMatchObject([
      { imageId: here, sha256: testImageHash, bytes: testImage.length },
    ]);
    expect(read.closing).toMatchObject({
      kind: "JobNoAccess",
      numberOfMessages: 3,
      delivered: false,
      missingImageIds: [missing],
    });
    expect(JSON.stringify(read.messages)).not.toContain(testImage.toString("base64").slice(0, 60));

    const response = await fetch(`${server.origin}/api/office/images/${here}`, {
      headers: { authorization: `Bearer ${server.officeToken}` },
    });
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await response.arrayBuffer()).equals(testImage)).toBe(true);

    const listed = await server.call(office.listJobs, {
      query: { fieldOperativeId: engineer.fieldOperativeId, status: "Closed" },
    });
    expect(listed).toMatchObject([
      { jobId: job.jobId, status: "Closed", delivered: false, missing: { images: 1 } },
    ]);
  });

  it("shows the messages that the server refused, with the reason", async () => {
    const engineer = await server.addEngineer("Heidi");
    const job = await assignedJob(server, engineer);
    const { status } = await server.send(engineer, "JobStatusChange", {
      ...job,
      currentStatus: "Dancing" as "OnSite",
      changeTimestamp: at,
    });
    expect(status).toBe(400);
    const read = await server.call(office.readJob, { params: { jobId: job.jobId } });
    expect(read.refused).toMatchObject([{ type: "JobStatusChange" }]);
    expect(read.messages).toEqual([]);
  });

  it("answers 404 for an unknown job or image", async () => {
    expect(await server.request(office.readJob, { params: { jobId: randomUUID() } })).toMatchObject(
      {
        status: 404,
      },
    );
    expect(
      await server.request(office.readImage, { params: { imageId: randomUUID() } }),
    ).toMatchObject({
      status: 404,
    });
  });

  it("lists jobs by newest appointment first, up to the requested limit", async () => {
    const engineer = await server.addEngineer("Ivan");
    const { fieldOperativeId } = engineer;
    for (const day of ["03", "01", "02"]) {
      await server.call(office.createJob, {
        body: aDraft({
          fieldOperativeId,
          formattedJobId: day,
          appointmentDateTime: `2026-02-${day}T09:00:00Z`,
        }),
      });
    }
    const listed = await server.call(office.listJobs, { query: { fieldOperativeId, limit: "2" } });
    expect(listed.map(({ formattedJobId }) => formattedJobId)).toEqual(["03", "02"]);
    expect(listed[0]?.address).toBe("1 Example Street, LS1 1AA");
  });
});

describe("requesting the removal of a job", () => {
  it.each([true, false])(
    "queues a CancelJob for the engineer who has it (forced: %s)",
    async (force) => {
      const engineer = await server.addEngineer("Judy");
      const { jobId, fieldOperativeAppointmentId } = await assignedJob(server, engineer);
      const { commandId } = await server.call(office.requestRemoval, {
        params: { jobId },
        body: { force },
      });
      const response = await fetch(`${server.origin}/api/command`, {
        headers: {
          authorization: `Bearer ${engineer.token}`,
          [header.deviceId]: engineer.deviceId,
        },
      });
      expect(await response.json()).toEqual({
        commands: [
          {
            messageId: commandId,
            type: "CancelJob",
            jobId,
            fieldOperativeAppointmentId,
            force,
            visitCounts: false,
          },
        ],
        pollTag: expect.stringMatching(/^"[\w-]+"$/) as unknown,
      });
      await server.send(engineer, "CommandAcknowledgement", {
        commandId,
        outcome: "alert",
        acknowledgedOn: at,
      });
      expect(await readCommands(engineer)).toMatchObject([
        { commandId, outcome: "alert", acknowledgedOn: at },
      ]);
    },
  );

  it.each(["the job's own call", "a command of the office's own"])(
    "that no device has acknowledged takes effect at once, by %s",
    async (method) => {
      const [first, second] = [await server.addEngineer("Kay"), await server.addEngineer("Lee")];
      const job = await assignedJob(server, first);
      const params = { jobId: job.jobId };
      if (method === "the job's own call") {
        await server.call(office.requestRemoval, { params, body: { force: false } });
      } else {
        const { fieldOperativeId } = first;
        const body = { ...job, fieldOperativeId, type: "CancelJob", force: false };
        await server.call(office.queueCommand, { body });
      }
      expect(await readHandedOutJobs(first)).toEqual([]);
      const read = await server.call(office.readJob, { params });
      expect(read).toMatchObject({ fieldOperativeId: null, job: { status: "New" } });
      // A device that has the job all the same gets the command.
      expect(await readCommands(first)).toMatchObject([{ type: "CancelJob", jobId: job.jobId }]);

      const { fieldOperativeId } = second;
      await server.call(office.assignJob, { params, body: { fieldOperativeId } });
      expect(await readHandedOutJobs(second)).toEqual([job.jobId]);
      expect(await readCommands(first)).toHaveLength(1);

      // What the first engineer still records is evidence, and does not change who has the job.
      const late = { ...job, currentStatus: "Travelling" as const, changeTimestamp: at };
      expect(await server.send(first, "JobStatusChange", late)).toMatchObject({ status: 200 });
      const after = await server.call(office.readJob, { params });
      expect(after).toMatchObject({ fieldOperativeId, job: { status: "New" } });
      expect(after.messages).toMatchObject([{ flags: ["appointment-ended: removed"] }]);
    },
  );

  it("that a device has acknowledged, or that was begun, waits for the device", async () => {
    const engineer = await server.addEngineer("Mia");
    for (const currentStatus of ["Reset", "Travelling"] as const) {
      const job = await assignedJob(server, engineer);
      await server.send(engineer, "JobStatusChange", {
        ...job,
        currentStatus,
        changeTimestamp: at,
      });
      const params = { jobId: job.jobId };
      await server.call(office.requestRemoval, { params, body: { force: true } });
      const { fieldOperativeId } = await server.call(office.readJob, { params });
      expect(fieldOperativeId).toBe(engineer.fieldOperativeId);
      const { token, deviceId } = engineer;
      const { commands } = await server.call(getCommands, { token, deviceId });
      expect(commands.at(-1)).toMatchObject({ type: "CancelJob", ...job, visitCounts: true });
    }
  });

  it("that nobody has is refused", async () => {
    const { jobId } = await server.call(office.createJob, { body: aDraft() });
    const body = { force: true };
    expect(await server.request(office.requestRemoval, { params: { jobId }, body })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect(
      await server.request(office.requestRemoval, { params: { jobId: randomUUID() }, body }),
    ).toMatchObject({ status: 404 });
  });
});
