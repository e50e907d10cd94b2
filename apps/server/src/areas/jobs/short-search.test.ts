import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { aDraft } from "../../testing/jobs.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function listReferences(query: Record<string, string>) {
  const jobs = await server.call(office.listJobs, { query });
  return jobs.map(({ formattedJobId }) => formattedJobId);
}

describe("a search by one or two letters", () => {
  it("looks through the first 10,000 jobs of the order, so that it cannot keep the office's connections busy", async () => {
    const jobCategoryId = 7703;
    const raiseAt = (reference: string, year: number) =>
      server.call(office.createJob, {
        body: aDraft({
          formattedJobId: reference,
          jobCategoryId,
          appointmentDateTime: `${year}-01-05T09:00:00Z`,
          property: { addressLine1: "1 Zq Street", postcode: "HX3 9TW" },
        }),
      });
    await raiseAt("Y-1", 2001);
    const { rows } = await server.database.pool.query<{ property_id: string }>(
      `insert into property (property_id, address_line_1, postcode)
       values (gen_random_uuid(), '1 Heron Street', 'HX3 9TX') returning property_id`,
    );
    await server.database.pool.query(
      `insert into job (job_id, property_id, formatted_job_id, appointment_date_time, job_category_id, job_detail_type_id,
         category_name, detail_type_name)
       select gen_random_uuid(), $1, 'Y-0', '2002-01-05'::timestamptz + n * interval '1 minute', $2, 21, 'Gas', 'Gas'
         from generate_series(1, 10000) n`,
      [rows[0]?.property_id, jobCategoryId],
    );
    await raiseAt("Y-2", 2003);
    const query = { jobCategoryId: String(jobCategoryId) };
    expect(await listReferences({ ...query, search: "zq" })).toEqual(["Y-2"]);
    expect(await listReferences({ ...query, search: "z" })).toEqual(["Y-2"]);
    expect(await listReferences({ ...query, search: "zq", order: "oldest" })).toEqual(["Y-1"]);
    expect(await listReferences({ ...query, search: "zq", to: "2001-12-31" })).toEqual(["Y-1"]);
    expect(await listReferences({ ...query, search: "zq street" })).toEqual(["Y-2", "Y-1"]);
  });
});
