import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { ChangeKind } from "@fieldfare/contract/office";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServerConfig } from "../../config.ts";
import { listenerName } from "../../database/change-listener.ts";
import type { Caller } from "../../testing/caller.ts";
import { watchAt } from "../../testing/event-stream.ts";
import {
  type InProcessServer,
  type InstalledEngineer,
  startInProcessServer,
  testImage,
} from "../../testing/in-process.ts";
import { aMessage, aStatusChange, pickJobIds, post } from "../../testing/messages.ts";

let server: InProcessServer;
let other: FastifyInstance;
let sam: InstalledEngineer;
let office: Caller;

beforeAll(async () => {
  server = await startInProcessServer({ heartbeatSeconds: 0.05, random: () => 0 });
  other = await startListening();
  await server.app.listen({ port: 0 });
  sam = await server.installed();
  office = await server.office();
});
afterAll(() => server.close());

async function startListening(config: Partial<ServerConfig> = {}): Promise<FastifyInstance> {
  const app = await server.startAnother(config);
  await app.listen({ port: 0 });
  return app;
}

describe("The stream of changes", () => {
  it("says at each server what a phone's message at the other changes", async () => {
    const job = await server.job(sam);
    const streams = await Promise.all([
      watchAt(server.app, office.token),
      watchAt(other, office.token),
    ]);
    for (const stream of streams) await stream.waitFor("live");
    expect(await post(sam, aStatusChange(job, "Travelling"))).toMatchObject({ status: 200 });
    for (const stream of streams) {
      const change = await stream.waitForChange(({ jobIds }) => !!jobIds?.includes(job.jobId));
      expect(change.kinds).toContain("jobs");
      stream.close();
    }
  });

  it("names the jobs that the office moves, and whose appointment a phone acknowledges", async () => {
    const job = await server.job(sam);
    const alex = await server.installed();
    const stream = await watchAt(other, office.token);
    await stream.waitFor("live");
    const isOfJob = ({ jobIds }: { jobIds: string[] | null }) => !!jobIds?.includes(job.jobId);
    const { fieldOperativeId } = alex;
    const moved = await office.post(`/api/office/jobs/${job.jobId}/assign`, { fieldOperativeId });
    // Changes of the same moment are told together: the new phone may be among them.
    expect((await stream.waitForChange(isOfJob)).kinds).toContain("jobs");
    const ids = { ...job, ...(moved.body as object) };
    await post(alex, aStatusChange(ids, "New"));
    await stream.waitForChange(isOfJob);
    stream.close();
  });

  it("names apart the jobs of which something arrived that no board shows", async () => {
    const stream = await watchAt(other, office.token);
    await stream.waitFor("live");
    const job = await server.job(sam);
    await stream.waitForChange(({ jobIds }) => !!jobIds?.includes(job.jobId));
    const photo = {
      ...pickJobIds(job),
      imageId: randomUUID(),
      entityId: job.jobId,
      associateToJob: true,
      timestamp: "2026-11-23T11:00:00.000Z",
      latitude: null,
      longitude: null,
      image: testImage.toString("base64"),
    };
    const message = aMessage("JobImage", photo, pickJobIds(job));
    expect(await post(sam, message)).toMatchObject({ status: 200 });
    const change = await stream.waitForChange(
      ({ recordedJobIds }) => !!recordedJobIds?.includes(job.jobId),
    );
    expect(change).toEqual({ kinds: [], jobIds: [], recordedJobIds: [job.jobId] });
    stream.close();
  });

  it("names the jobs of a home whose contact is erased", async () => {
    const job = await server.job(sam);
    const propertyTenantId = randomUUID();
    await server.rows(
      `insert into property_tenant (property_tenant_id, property_id, row)
       select $2::uuid, $1::uuid, jsonb_build_object('propertyTenantId', $2::text, 'propertyId', $1::text, 'fullName', 'Kim Leaver',
         'contactType', null, 'emailAddress', null, 'isPrimary', false, 'phones', '[]'::jsonb)`,
      [job.propertyId, propertyTenantId],
    );
    await server.rows("update job set field_operative_appointment_id = null where job_id = $1", [
      job.jobId,
    ]);
    const stream = await watchAt(other, office.token);
    await stream.waitFor("live");
    expect(await office.post(`/api/office/tenants/${propertyTenantId}/erasure`, {})).toMatchObject({
      status: 200,
    });
    await stream.waitForChange(({ recordedJobIds }) => !!recordedJobIds?.includes(job.jobId));
    stream.close();
  });

  it("says which other kinds of data have changed", async () => {
    const stream = await watchAt(server.app, office.token);
    await stream.waitFor("live");
    const waitFor = async (kind: ChangeKind) =>
      expect((await stream.waitForChange(({ kinds }) => kinds.includes(kind))).jobIds).toEqual([]);
    const absence = {
      id: randomUUID(),
      holidayYearId: 2026,
      type: "holiday",
      dayCount: 1,
      days: [{ dateFrom: "2026-12-01", dateTo: "2026-12-01" }],
      comment: "Family",
      changeTimestamp: "2026-11-23T11:00:00.000Z",
    };
    expect(await post(sam, aMessage("AbsenceRequest", absence))).toMatchObject({ status: 200 });
    await waitFor("absences");
    await office.post(`/api/office/devices/${sam.deviceId}/lock`, {});
    await waitFor("devices");
    await office.post(`/api/office/devices/${sam.deviceId}/unlock`, {});
    await waitFor("devices");
    expect(await post(sam, aMessage("JobHoldChange", { isOnHold: "perhaps" }))).toMatchObject({
      status: 400,
    });
    await waitFor("refused-messages");
    await office.post(`/api/office/operatives/${sam.fieldOperativeId}/disable`, {});
    await waitFor("engineers");
    await office.post(`/api/office/operatives/${sam.fieldOperativeId}/enable`, {});
    stream.close();
  });

  it("says that a wipe was asked for, answered or withdrawn, and that a password or a code is new", async () => {
    const alex = await server.installed();
    const { deviceId, fieldOperativeId } = alex;
    const stream = await watchAt(server.app, office.token);
    await stream.waitFor("live");
    const engineer = `/api/office/operatives/${fieldOperativeId}`;
    const { body } = await office.get("/api/office/operatives");
    const own = (body as { fieldOperativeId: string; name: string; email: string }[]).find(
      (each) => each.fieldOperativeId === fieldOperativeId,
    );
    const unsent = { messages: 1, images: 0, problems: [] };
    const changes = [
      ["devices", () => office.post(`/api/office/devices/${deviceId}/wipe`, {})],
      ["devices", () => server.anonymous.post("/api/installation/wipe", { deviceId, unsent })],
      ["devices", () => office.post(`/api/office/devices/${deviceId}/wipe/withdraw`, {})],
      ["engineers", () => office.post(`${engineer}/reset-code`, {})],
      ["engineers", () => office.post(`${engineer}/reset-code`, {})],
      [
        "engineers",
        () => office.put(engineer, { name: own?.name, email: own?.email, password: "another-one" }),
      ],
    ] as const;
    for (const [kind, change] of changes) {
      expect(await change()).toMatchObject({ status: 200 });
      await stream.waitForChange(({ kinds }) => kinds.includes(kind));
    }
    stream.close();
  });

  it("says nothing of a rolled back change, and of a contact alone", async () => {
    const stream = await watchAt(server.app, office.token);
    await stream.waitFor("live");
    const job = await server.job(sam);
    await stream.waitForChange(({ jobIds }) => !!jobIds?.includes(job.jobId));
    await server.rows(`update device set last_contact_on = now() where device_id = $1`, [
      sam.deviceId,
    ]);
    const client = await server.database.pool.connect();
    await client.query("begin");
    await client.query("update job set status = 'OnSite' where job_id = $1", [job.jobId]);
    await client.query("rollback");
    client.release();
    const later = await server.job(sam);
    const change = await stream.waitForChange(() => true);
    expect(change).toEqual({ kinds: ["jobs"], jobIds: [later.jobId], recordedJobIds: [] });
    stream.close();
  });

  it("does not name more jobs than a notification can", async () => {
    const stream = await watchAt(server.app, office.token);
    await stream.waitFor("live");
    const job = await server.job(sam);
    await stream.waitForChange(({ jobIds }) => !!jobIds?.includes(job.jobId));
    await server.rows(
      `insert into job (job_id, formatted_job_id, property_id, appointment_date_time, job_category_id,
         job_detail_type_id, category_name, detail_type_name)
       select gen_random_uuid(), 'B' || n, $1, now(), 2, 21, 'Gas repair', 'No heating'
         from generate_series(1, 150) n`,
      [job.propertyId],
    );
    expect(await stream.waitForChange(() => true)).toEqual({
      kinds: ["jobs"],
      jobIds: null,
      recordedJobIds: [],
    });
    stream.close();
  });

  it("says that it is not live while its connection is lost, and when it is again", async () => {
    const stream = await watchAt(server.app, office.token);
    await stream.waitFor("live");
    await server.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = $1 and datname = current_database()`,
      [listenerName],
    );
    await stream.waitFor("not-live");
    await stream.waitFor("live");
    const job = await server.job(sam);
    const change = await stream.waitForChange(({ jobIds }) => !!jobIds?.includes(job.jobId));
    expect(change.kinds).toEqual(["jobs"]);
    stream.close();
  });

  it("uses one connection of a server, however many read", async () => {
    const streams = await Promise.all(
      Array.from({ length: 10 }, () => watchAt(server.app, office.token)),
    );
    for (const stream of streams) await stream.waitFor("live");
    const [row] = await server.rows(
      `select count(*)::int as connections from pg_stat_activity
        where application_name = $1 and datname = current_database()`,
      [listenerName],
    );
    // One for each of the two servers.
    expect(row).toEqual({ connections: 2 });
    for (const stream of streams) stream.close();
  });

  it("is refused beyond the number of streams of an account, and ends with the others", async () => {
    const caller = await server.office();
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => watchAt(server.app, caller.token)),
    );
    expect((await watchAt(server.app, caller.token)).status).toBe(429);
    for (const stream of streams) stream.close();
    await expect
      .poll(async () => {
        const again = await watchAt(server.app, caller.token);
        again.close();
        return again.status;
      })
      .toBe(200);
  });

  it("shows that it is there while nothing changes", async () => {
    const stream = await watchAt(server.app, office.token);
    expect(await stream.waitFor("heartbeat")).toBeNull();
    expect(await stream.waitFor("heartbeat")).toBeNull();
    stream.close();
  });

  it("needs the permission, and ends when the caller loses it", async () => {
    const caller = await server.office(["viewer"]);
    expect((await watchAt(server.app, (await server.office([])).token)).status).toBe(403);
    const stream = await watchAt(server.app, caller.token);
    await stream.waitFor("live");
    await server.rows(
      `update account set roles = '{}' where account_id =
         (select account_id from account where user_type = 2 and roles = '{viewer}')`,
    );
    expect(await stream.waitFor("ended")).toEqual({ reason: "permission-missing" });
    expect(await stream.readToEnd()).toEqual([]);
  });

  it("ends with the session, and with the token", async () => {
    const caller = await server.office(["planner"]);
    const stream = await watchAt(server.app, caller.token);
    await stream.waitFor("live");
    await server.rows(
      `update token_family set revoked_on = now() where account_id =
         (select account_id from account where roles = '{planner}')`,
    );
    expect(await stream.waitFor("ended")).toEqual({ reason: "unauthorised" });

    const brief = await startListening({ accessTokenMinutes: 1 / 30 });
    const { body } = await office.with({}, brief).get("/api/office/account");
    const { email } = body as { email: string };
    const signedIn = await server.anonymous
      .with({}, brief)
      .post("/api/office/token", { email, password: "Fieldfare-1" });
    const { tokenModel } = signedIn.body as { tokenModel: { token: string } };
    const ending = await watchAt(brief, tokenModel.token);
    expect(await ending.waitFor("ended")).toEqual({ reason: "unauthorised" });
  });

  it("ends when its server stops", async () => {
    const stopping = await startListening();
    const stream = await watchAt(stopping, office.token);
    await stream.waitFor("live");
    const [reason] = await Promise.all([stream.waitFor("ended"), stopping.close()]);
    expect(reason).toEqual({ reason: "stopping" });
  });
});
