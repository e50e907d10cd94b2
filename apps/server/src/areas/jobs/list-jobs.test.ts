import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallBody } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import type { OutcomeId } from "@fieldfare/domain";
import { aClose, aNoAccess } from "../../testing/closings.ts";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestEngineer, type TestServer } from "../../testing/server.ts";
import { untilChangesAreListed } from "../../testing/settled-changes.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Draft = CallBody<typeof office.createJob>;

async function raise(formattedJobId: string, more: Partial<Draft> = {}) {
  const { jobId } = await server.call(office.createJob, {
    body: aDraft({ formattedJobId, ...more }),
  });
  return jobId;
}

async function listReferences(query: Record<string, string>) {
  const jobs = await server.call(office.listJobs, { query });
  return jobs.map(({ formattedJobId }) => formattedJobId);
}

describe("a search for jobs", () => {
  beforeAll(async () => {
    const property = { addressLine1: "12 Kestrel Road", postcode: "HX3 9TU", uprn: "100012345678" };
    await raise("S-1", {
      property: { ...property, tenants: [{ fullName: "Siobhán O’Brien", isPrimaryTenant: true }] },
    });
    await raise("S-2", { property: { addressLine1: "14 Kestrel Road", postcode: "HX3 9TV" } });
  });

  it.each([
    ["the reference", "s-1"],
    ["the address", "12 kestrel"],
    ["the words in any order", "road 12"],
    ["the postcode", "hx3 9tu"],
    ["the postcode without its space", "HX39TU"],
    ["the UPRN", "100012345678"],
    ["a tenant, without the apostrophe", "siobhán obrien"],
    ["a tenant and the street", "o'brien kestrel"],
  ])("finds %s", async (_, search) => {
    expect(await listReferences({ search })).toEqual(["S-1"]);
  });

  it("finds the number of a house before its street only where a word begins, and a reference by any part", async () => {
    const jobCategoryId = 7706;
    for (const [reference, addressLine1] of [
      ["N-1", "12 Dotterel Road"],
      ["N-2", "120 Dotterel Road"],
      ["N-3", "112 Dotterel Road"],
      ["N-4", "Flat 12, Dotterel House"],
      ["112-DOTTEREL", "5 Heron Street"],
    ] as const)
      await raise(reference, { jobCategoryId, property: { addressLine1, postcode: "HX3 9TU" } });
    const find = (search: string) =>
      listReferences({ search, jobCategoryId: String(jobCategoryId), order: "reference" });
    expect(await find("12 dotterel")).toEqual(["112-DOTTEREL", "N-1", "N-2", "N-4"]);
    expect(await find("dotterel 12")).toEqual(["112-DOTTEREL", "N-1", "N-2", "N-3", "N-4"]);
    expect(await find("hx 3 9tu dotterel")).toEqual(["N-1", "N-2", "N-3", "N-4"]);
  });

  it("compares the number of a house in the same way where it finds so many homes that jobs are compared in their order", async () => {
    const jobCategoryId = 7707;
    await server.database.pool.query(
      `with home as (
         insert into property (property_id, address_line_1, postcode)
         select gen_random_uuid(), n || ' Turnstone Row', 'HX3 9TZ' from generate_series(1, 1300) n
         returning property_id, address_line_1)
       insert into job (job_id, property_id, formatted_job_id, appointment_date_time, job_category_id, job_detail_type_id,
         category_name, detail_type_name)
       select gen_random_uuid(), property_id, address_line_1, '2031-01-05', $1, 21, 'Gas', 'Gas' from home
        where address_line_1 in ('1 Turnstone Row', '21 Turnstone Row', '1201 Turnstone Row')`,
      [jobCategoryId],
    );
    await server.database.pool.query(
      "update job set formatted_job_id = 'T-' || (2000 - split_part(formatted_job_id, ' ', 1)::integer) where job_category_id = $1",
      [jobCategoryId],
    );
    const find = (search: string) =>
      listReferences({ search, jobCategoryId: String(jobCategoryId), order: "reference" });
    expect(await find("1 turnstone")).toEqual(["T-1999", "T-799"]);
    expect(await find("turnstone 1")).toEqual(["T-1979", "T-1999", "T-799"]);
  });

  it("finds nothing where one word is missing", async () => {
    expect(await listReferences({ search: "kestrel nowhere" })).toEqual([]);
    expect(await listReferences({ search: "%" })).toEqual([]);
  });

  it.each(office.jobOrders)(
    "is continued page by page in the order %s, with a filter or without",
    async (order) => {
      const property = { addressLine1: `3 Plover ${order} Row`, postcode: "HX3 9TW" };
      const days = ["2031-03-03", "2031-03-01", "2031-03-02", "2031-03-02", "2031-03-01"];
      for (const [index, day] of days.entries())
        await raise(`Plover-${order}-${index}`, {
          property,
          appointmentDateTime: `${day}T09:00:00Z`,
        });
      const inPages = async (filter: Record<string, string>) => {
        const found: string[] = [];
        let after: string | undefined;
        do {
          const query = {
            search: `plover ${order}`,
            order,
            limit: "2",
            ...filter,
            ...(after && { after }),
          };
          const page = await server.call(office.listJobs, { query });
          found.push(...page.map(({ formattedJobId }) => formattedJobId));
          after = page.at(-1)?.jobId;
        } while (after !== undefined);
        return found;
      };
      const expected = {
        newest: [0, 2, 3, 1, 4],
        oldest: [1, 4, 2, 3, 0],
        reference: [0, 1, 2, 3, 4],
      };
      const references = expected[order].map((index) => `Plover-${order}-${index}`);
      expect(await inPages({})).toEqual(references);
      expect(await inPages({ status: "New" })).toEqual(references);
    },
  );
});

describe("filters of jobs", () => {
  it("are the days of appointments in London, with both ends", async () => {
    const jobCategoryId = 7701;
    for (const [reference, appointmentDateTime] of [
      ["D-1", "2026-06-30T22:59:59Z"],
      ["D-2", "2026-06-30T23:00:00Z"],
      ["D-3", "2026-07-02T22:59:59Z"],
      ["D-4", "2026-07-02T23:00:00Z"],
    ] as const)
      await raise(reference, { appointmentDateTime, jobCategoryId });
    const query = { from: "2026-07-01", to: "2026-07-02", jobCategoryId: String(jobCategoryId) };
    expect(await listReferences({ ...query, order: "oldest" })).toEqual(["D-2", "D-3"]);
  });

  it("are whether anybody has the job", async () => {
    const jobCategoryId = 7702;
    const { fieldOperativeId } = await server.addEngineer("Nora");
    await raise("A-1", { fieldOperativeId, jobCategoryId });
    await raise("A-2", { jobCategoryId });
    const query = { jobCategoryId: String(jobCategoryId) };
    expect(await listReferences({ ...query, assigned: "yes" })).toEqual(["A-1"]);
    expect(await listReferences({ ...query, assigned: "no" })).toEqual(["A-2"]);
  });
});

describe("how jobs ended", () => {
  const jobCategoryId = 7703;
  const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const list = (query: Record<string, string> = {}) =>
    server.call(office.listJobs, {
      query: { jobCategoryId: String(jobCategoryId), order: "reference", ...query },
    });
  const listed = async (query: Record<string, string>) =>
    (await list(query)).map(({ formattedJobId }) => formattedJobId);
  const homes = new Map<string, string>();
  let engineer: TestEngineer;

  async function raiseAt(home: string, formattedJobId: string, days: number) {
    const propertyId = homes.get(home) ?? randomUUID();
    homes.set(home, propertyId);
    const { fieldOperativeId } = engineer;
    const { jobId, fieldOperativeAppointmentId } = await server.call(office.createJob, {
      body: aDraft({
        formattedJobId,
        jobCategoryId,
        fieldOperativeId,
        appointmentDateTime: daysFromNow(days),
        property: { ...aDraft().property, propertyId },
      }),
    });
    return { jobId, fieldOperativeAppointmentId: fieldOperativeAppointmentId ?? "" };
  }

  /** Three days ago an engineer visited the home; `null`: nobody let the engineer in. */
  async function visit(home: string, formattedJobId: string, outcomeId: OutcomeId | null) {
    const job = await raiseAt(home, formattedJobId, -3);
    const answer =
      outcomeId === null
        ? await server.send(engineer, "JobNoAccess", aNoAccess(job))
        : await server.send(engineer, "JobClose", aClose(job, { outcome: { outcomeId } }));
    expect(answer.status).toBe(200);
    return job;
  }

  beforeAll(async () => {
    engineer = await server.addEngineer("Olive");
    await visit("complete", "O-1", 1);
    await visit("parts", "O-3", 3);
    await visit("revisit", "O-4", 4);
    await visit("referral", "O-5", 5);
    await visit("no access", "O-6", null);
    await raiseAt("open", "O-7", 2);
  });

  it("is listed as the outcome, or as a visit without access", async () => {
    expect(
      (await list()).map(({ formattedJobId, outcomeId, isNoAccess }) => [
        formattedJobId,
        isNoAccess ? "no access" : outcomeId,
      ]),
    ).toEqual([
      ["O-1", 1],
      ["O-3", 3],
      ["O-4", 4],
      ["O-5", 5],
      ["O-6", "no access"],
      ["O-7", null],
    ]);
  });

  it("is a filter", async () => {
    expect(await listed({ outcome: "3" })).toEqual(["O-3"]);
    expect(await listed({ outcome: "no-access" })).toEqual(["O-6"]);
    expect(await listed({ outcome: "2" })).toEqual([]);
  });

  it("can ask for another visit: those without a next job at the home are found, until one is raised", async () => {
    expect(await listed({ followOn: "missing" })).toEqual(["O-3", "O-4", "O-5", "O-6"]);
    expect(await listed({ followOn: "missing", outcome: "4" })).toEqual(["O-4"]);
    const next = await raiseAt("parts", "X-1", 5);
    // The yearly job of the home was raised long before the visit.
    const yearly = await raiseAt("revisit", "X-2", 30);
    await server.database.pool.query(
      "update job set created_on = now() - interval '60 days' where job_id = $1",
      [yearly.jobId],
    );
    // So was the visit before it, although it was written down later.
    await raiseAt("referral", "X-3", -20);
    expect(await listed({ followOn: "missing" })).toEqual(["O-4", "O-5", "O-6"]);
    // The visit was made days before it was planned: what was raised that day for the next is its next job.
    const early = await visit("early", "O-8", 4);
    await server.database.pool.query(
      "update job set appointment_date_time = now() + interval '4 days' where job_id = $1",
      [early.jobId],
    );
    expect(await listed({ followOn: "missing" })).toContain("O-8");
    await raiseAt("early", "X-4", 1);
    expect(await listed({ followOn: "missing" })).not.toContain("O-8");
    await server.call(office.cancelJob, {
      params: { jobId: next.jobId },
      body: { outcomeId: 8, reason: "Raised twice", force: false },
    });
    expect(await listed({ followOn: "missing" })).toEqual(["O-3", "O-4", "O-5", "O-6"]);
  });
});

describe("pages of jobs", () => {
  it.each(office.jobOrders)("continue after a job, without a gap (%s)", async (order) => {
    const jobCategoryId = 7800 + office.jobOrders.indexOf(order);
    // Two jobs share a time, and two share a reference.
    for (const [reference, hour] of [
      ["P-2", "09"],
      ["P-1", "09"],
      ["P-3", "11"],
      ["P-3", "10"],
    ])
      await raise(`${reference}`, {
        jobCategoryId,
        appointmentDateTime: `2026-02-01T${hour}:00:00Z`,
      });
    const query = { jobCategoryId: String(jobCategoryId), order };
    const all = await server.call(office.listJobs, { query });
    const pages: string[] = [];
    for (let page = 0; page < 5; page += 1) {
      const after = pages.at(-1);
      const [next] = await server.call(office.listJobs, {
        query: { ...query, limit: "1", ...(after !== undefined && { after }) },
      });
      if (next) pages.push(next.jobId);
    }
    expect(pages).toEqual(all.map(({ jobId }) => jobId));
    expect(pages).toHaveLength(4);
  });

  it("are refused after a job that does not exist", async () => {
    const query = { after: randomUUID() };
    expect(await server.request(office.listJobs, { query })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "after" }] },
    });
  });
});

describe("jobs that changed since a time", () => {
  const listUnsettled = (query: { changedSince: string; limit?: string }) =>
    server.call(office.listJobs, { query });
  const listChanges = async (changedSince: string, page: { limit?: string } = {}) => {
    await untilChangesAreListed(server.database);
    return listUnsettled({ changedSince, ...page });
  };

  it("are listed in the order of their changes, beginning with the last one that the caller has", async () => {
    const first = await raise("C-1");
    const listed = await listChanges("2026-01-01T00:00:00Z");
    const changedOn = listed.find(({ jobId }) => jobId === first)?.changedOn ?? "";
    const second = await raise("C-2");
    const { fieldOperativeId } = await server.addEngineer("Chris");
    await server.call(office.assignJob, { params: { jobId: first }, body: { fieldOperativeId } });
    const changed = await listChanges(changedOn);
    expect(changed.map(({ jobId }) => jobId)).toEqual([second, first]);
    expect(changed.at(-1)).toMatchObject({ fieldOperativeId });
    const last = changed.at(-1)?.changedOn ?? "";
    expect((await listChanges(last)).map(({ jobId }) => jobId)).toEqual([first]);
  });

  it("come one after the other in pages of one", async () => {
    const raised = [await raise("C-5"), await raise("C-6"), await raise("C-7")];
    const all = await listChanges("2026-01-01T00:00:00Z");
    let changedSince = all.find(({ jobId }) => jobId === raised[0])?.changedOn ?? "";
    for (const next of raised.slice(1)) {
      const page = await listChanges(changedSince, { limit: "1" });
      expect(page.at(-1)).toMatchObject({ jobId: next });
      changedSince = page.at(-1)?.changedOn ?? "";
    }
  });

  it("wait for a transaction that began before them, so that none is passed over", async () => {
    const [early, late] = [await raise("C-3"), await raise("C-4")];
    const since = (await listChanges("2026-01-01T00:00:00Z")).at(-1)?.changedOn ?? "";
    const change = "update job set access_notes = 'Ring twice' where job_id = $1";
    const open = await server.database.pool.connect();
    await open.query("begin");
    await open.query(change, [early]);
    await server.database.pool.query(change, [late]);
    const during = await listUnsettled({ changedSince: since });
    await open.query("commit");
    open.release();
    expect(during.filter(({ changedOn }) => changedOn !== since)).toEqual([]);
    const after = await listChanges(since);
    expect(after.map(({ jobId }) => jobId)).toEqual([early, late]);
  });

  it("have an order of their own", async () => {
    const query = { changedSince: "2026-01-01T00:00:00Z", order: "oldest" };
    expect(await server.request(office.listJobs, { query })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "order" }] },
    });
  });
});

it("lists the open jobs of a home, with their types", async () => {
  const propertyId = randomUUID();
  const property = { propertyId, addressLine1: "9 Dunlin Way", postcode: "HX3 9TZ" };
  await raise("HOME-1", { property });
  const done = await raise("HOME-2", { property });
  await raise("HOME-3", { property: { ...property, propertyId: randomUUID() } });
  await server.database.pool.query("update job set status = 'Closed' where job_id = $1", [done]);
  expect(await listReferences({ propertyId, open: "yes" })).toEqual(["HOME-1"]);
  expect(await listReferences({ propertyId, open: "no" })).toEqual(["HOME-2"]);
  const { jobDetailTypeId } = aDraft();
  expect(await server.call(office.listJobs, { query: { propertyId } })).toMatchObject([
    { jobDetailTypeId },
    { jobDetailTypeId },
  ]);
});
