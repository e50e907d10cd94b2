import { afterAll, beforeAll, expect, it } from "vitest";
import * as office from "@fieldfare/contract/office";
import { addMonths, formIds, londonDay } from "@fieldfare/domain";
import { startTestServer, type TestServer } from "../testing/server.ts";
import { engineers } from "./people.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ withDemo: true, withForms: true });
});

afterAll(() => server.stop());

it("Sam's first visit is a gas service with the record to complete, for three gas appliances and with the date of the last record", async () => {
  const jobs = await server.call(office.listJobs, { query: { limit: "200" } });
  const [sam] = engineers;
  const service = jobs.find(
    ({ fieldOperativeId, status, detailTypeName }) =>
      fieldOperativeId === sam.fieldOperativeId &&
      status === "New" &&
      detailTypeName === "Gas safety record with service",
  );
  const { job } = await server.call(office.readJob, { params: { jobId: service?.jobId ?? "" } });
  const burning = job.property.assets.filter(({ fuelType }) => fuelType === 1);
  expect(burning.length).toBeGreaterThanOrEqual(3);
  const record = job.customForms.find(
    ({ customFormId }) => customFormId === formIds.gasSafetyRecord,
  );
  expect(record).toMatchObject({ usageRequirement: 3, completionStatus: "NotStarted" });
  const today = londonDay(new Date());
  const due = String(record?.previousAnswers?.nextInspectionDue);
  expect(due > today && due < addMonths(today, 2)).toBe(true);

  // The last record that the home has says the same.
  const { rows } = await server.database.pool.query<{ due: string }>(
    `select f."row" -> 'completedForm' ->> 'nextInspectionDue' as due
       from job past join job_form f on f.job_id = past.job_id
      where past.property_id = $1 and past.status = 'Closed' and f.custom_form_id = $2`,
    [job.property.propertyId, formIds.gasSafetyRecord],
  );
  expect(rows).toEqual([{ due }]);
});
