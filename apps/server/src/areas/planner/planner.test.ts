import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import {
  type InstalledEngineer,
  startInProcessServer,
  type InProcessServer,
} from "../../testing/in-process.ts";

let server: InProcessServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
  sam = await server.installed();
});
afterAll(() => server.close());

const week = (from: string, to: string) =>
  `/api/fieldoperative/appointments/${from}T00:00:00Z/${to}T23:59:59Z`;

async function jobAt(moment: string, engineer = sam) {
  const { jobId } = await server.job(engineer);
  await server.rows("update job set appointment_date_time = $2 where job_id = $1", [jobId, moment]);
  return jobId;
}

async function shown(from: string, to: string, engineer = sam) {
  const answer = await engineer.caller.get(week(from, to));
  expect(answer.status).toBe(200);
  return answer.body as readonly { readonly JobId: string }[];
}

describe("The planner", () => {
  it("shows as many weeks as the office has set, four by default", async () => {
    const weeks = () => sam.caller.get("/api/settings/mobileplannerweeks");
    expect(await weeks()).toMatchObject({ body: { MobilePlannerWeeks: 4 } });
    const office = await server.office();
    await office.put("/api/office/settings/planner-weeks", { weeks: 6 });
    expect(await weeks()).toMatchObject({ body: { MobilePlannerWeeks: 6 } });
    const answer = await office.put("/api/office/settings/planner-weeks", { weeks: 0 });
    expect(answer).toMatchObject({ status: 400 });
  });

  it("lists the engineer's own appointments with address, slot and contact", async () => {
    const jobId = await jobAt("2026-11-25T09:30:00.000Z");
    const [{ property_id: propertyId } = {}] = await server.rows(
      "select property_id from job where job_id = $1",
      [jobId],
    );
    await server.rows(
      `insert into property_tenant (property_tenant_id, property_id, row) values
        (gen_random_uuid(), $1, '{"fullName":"Ada Old","isPrimaryTenant":true,"flagDeleted":true,"phones":[]}'),
        (gen_random_uuid(), $1, '{"fullName":"Kim Reed","isPrimaryTenant":false,"flagDeleted":false,"phones":[{"phoneType":"Mobile","number":"07700900123"}]}')`,
      [propertyId],
    );
    await server.rows("update property set address_line_2 = '' where property_id = $1", [
      propertyId,
    ]);
    expect(await shown("2026-11-23", "2026-11-29")).toEqual([
      {
        JobId: jobId,
        Address: "1 Example Street, LS1 1AA",
        JobDetail: expect.stringContaining(": "),
        AppointmentSlot: null,
        ContactName: "Kim Reed",
        ContactNumber: "07700900123",
        JobDescription: null,
        AppointmentDate: "2026-11-25T09:30:00.000Z",
      },
    ]);
    const alex = await server.installed();
    expect(await shown("2026-11-23", "2026-11-29", alex)).toEqual([]);
  });

  it("names the contact whom the engineer chose for a job raised on site", async () => {
    const jobId = await jobAt("2026-10-07T09:30:00.000Z");
    const [{ id } = {}] = await server.rows(
      `with home as (select property_id from job where job_id = $1),
         added as (
           insert into property_tenant (property_tenant_id, property_id, row)
           select gen_random_uuid(), property_id,
               jsonb_build_object('fullName', name, 'isPrimaryTenant', name = 'Kim Reed', 'phones', '[]'::jsonb)
             from home, unnest(array['Kim Reed', 'Pat Daughter']) name
           returning property_tenant_id, row)
       select property_tenant_id as id from added where row ->> 'fullName' = 'Pat Daughter'`,
      [jobId],
    );
    const contact = async () => (await shown("2026-10-05", "2026-10-11")).at(0);
    expect(await contact()).toMatchObject({ ContactName: "Kim Reed" });
    await server.rows(
      "insert into quick_job (job_id, field_operative_id, row) values ($1, $2, jsonb_build_object('propertyContactId', $3::text))",
      [jobId, sam.fieldOperativeId, id],
    );
    expect(await contact()).toMatchObject({ ContactName: "Pat Daughter" });
  });

  it("uses the days of the United Kingdom's calendar, in summer too", async () => {
    // Half past midnight on Monday in Leeds is still Sunday in UTC.
    const jobId = await jobAt("2026-06-14T23:30:00.000Z");
    const ids = async (from: string, to: string) => (await shown(from, to)).map((row) => row.JobId);
    expect(await ids("2026-06-15", "2026-06-21")).toEqual([jobId]);
    expect(await ids("2026-06-08", "2026-06-14")).toEqual([]);
  });

  it("lists no appointment that has ended", async () => {
    const jobId = await jobAt("2026-07-15T09:00:00.000Z");
    await server.rows("update appointment set ended_on = now() where job_id = $1", [jobId]);
    expect(await shown("2026-07-13", "2026-07-19")).toEqual([]);
  });

  test.each([
    ["2026-02-30", "2026-03-01"],
    ["2026-11-29", "2026-11-23"],
    ["2024-01-01", "2026-11-23"],
  ])("from %s to %s is refused", async (from, to) => {
    expect(await sam.caller.get(week(from, to))).toMatchObject({ status: 400 });
  });

  it("is closed to an engineer without the permission to view the schedule", async () => {
    const alex = await server.installed();
    await server.rows("update account set perms = '{}' where account_id = $1", [alex.accountId]);
    const onDevice = server.anonymous.with({ deviceId: alex.deviceId });
    const signedIn = await onDevice.post("/api/auth/token", {
      email: alex.email,
      password: alex.password,
    });
    const { token } = (signedIn.body as { tokenModel: { token: string } }).tokenModel;
    for (const path of ["/api/settings/mobileplannerweeks", week("2026-11-23", "2026-11-29")]) {
      const answer = await server.app.inject({
        url: path,
        headers: { authorization: `Bearer ${token}`, "x-device-id": alex.deviceId },
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers["x-device-error"]).toBeUndefined();
    }
  });
});
