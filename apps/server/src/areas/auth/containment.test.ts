import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase, type Orm } from "../../database/database.ts";
import { account, device, tokenFamily } from "../../database/schema.ts";
import { createCaller } from "../../testing/caller.ts";
import {
  anInstallation,
  install,
  type InstalledEngineer,
  type InProcessServer,
  startInProcessServer,
  testImageUrl,
  testPin,
} from "../../testing/in-process.ts";
import { aClose, aSor, visitedOn } from "../../testing/closings.ts";
import { aDraft } from "../../testing/jobs.ts";
import { aMessage, aStatusChange, ordered, pickJobIds, post } from "../../testing/messages.ts";
import { password } from "../../testing/people.ts";
import { listOpenTasks } from "../../testing/tasks.ts";

let server: InProcessServer;
let other: FastifyInstance;
let sam: InstalledEngineer;
let clock = 0;
const now = () => new Date(Date.now() + clock);

beforeAll(async () => {
  server = await startInProcessServer({ now });
  other = await server.startAnother();
});
beforeEach(async () => {
  sam = await server.installed();
});
afterEach(() => {
  clock = 0;
});
afterAll(() => server.close());

const refresh = (engineer = sam, app = server.app) =>
  engineer.caller
    .with({ token: undefined }, app)
    .post("/api/auth/refresh", { refreshToken: engineer.caller.refreshToken });
const signIn = (secret: object, deviceId?: string) =>
  server.anonymous.with({ deviceId }).post("/api/auth/token", { email: sam.email, ...secret });
const signInTo = (app: FastifyInstance, body: object, deviceId: string) =>
  createCaller(app, { deviceId }).post("/api/auth/token", body);
const office = async (path: string, body: object = {}) =>
  (await server.office()).post(`/api/office/${path}`, body);
const disable = () => office(`operatives/${sam.fieldOperativeId}/disable`);
const lock = () => office(`devices/${sam.deviceId}/lock`);

/** A token that only sends, for the sign-in that `sam` had. */
async function sendingToken(body: object = { refreshToken: sam.caller.refreshToken }) {
  const anonymous = server.anonymous.with({ deviceId: sam.deviceId });
  const answer = await anonymous.post("/api/auth/sending-token", body);
  const { token } = answer.body as { token?: string };
  return { answer, engineer: { ...sam, caller: sam.caller.with({ token }) } };
}

/** A change of a forgotten PIN with the password. */
const forgetPin = (pin: string) =>
  server.anonymous.with({ deviceId: sam.deviceId }).post("/api/auth/changepin", {
    logonName: { email: sam.email },
    pin,
    reEnterPin: pin,
    deviceId: sam.deviceId,
    password,
  });

/** Makes a call whose transaction meets a change that has begun, and that is committed while the call waits for it. */
async function whileChanging<Answer>(
  change: (orm: Orm) => Promise<unknown>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const database = openDatabase(server.database.connectionString, { connections: 1 });
  const calling = await database.orm.transaction(async (orm) => {
    await change(orm);
    const began = call();
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await orm.execute(waiting)).rows).toHaveLength(1);
    return { began };
  });
  await database.close();
  return calling.began;
}

function aStep(job: Awaited<ReturnType<InProcessServer["job"]>>, recordedOn: Date) {
  return {
    ...ordered(aStatusChange(job, "Travelling"), { lane: job.jobId }),
    messageCreatedOn: recordedOn.toISOString(),
  };
}

const flagsOf = async (messageId: string) =>
  (await server.rows("select flags from message where message_id = $1", [messageId]))[0]?.flags;
const statusOf = async (jobId: string) =>
  (await server.rows("select status from job where job_id = $1", [jobId]))[0]?.status;

describe("an account that is disabled", () => {
  it("has no session left, at this server and at another one", async () => {
    expect(await disable()).toMatchObject({
      status: 200,
      body: { fieldOperativeId: sam.fieldOperativeId, disabledOn: expect.any(String) },
    });
    for (const app of [server.app, other]) {
      expect(await refresh(sam, app)).toMatchObject({
        status: 403,
        body: { code: "account-disabled" },
      });
      for (const path of ["/api/job", "/api/command"])
        expect(await sam.caller.with({}, app).get(path)).toMatchObject({
          status: 403,
          body: { code: "account-disabled" },
        });
    }
  });

  it("writes nothing from that moment, though its access token has minutes left", async () => {
    await disable();
    for (const [path, body] of [
      ["/api/installation/register", anInstallation(sam.deviceId)],
      ["/api/installation/pin", { deviceId: sam.deviceId, pin: "739104" }],
      ["/api/installation/signature", { signature: anInstallation("").engineerSignature }],
      ["/api/log/error", { entries: [] }],
    ] as const)
      expect([path, await sam.caller.post(path, body)]).toMatchObject([
        path,
        { status: 403, body: { code: "account-disabled" } },
      ]);
  });

  it("shows the locked screen on its phone: every answer and the ping say so", async () => {
    await disable();
    expect((await sam.caller.get("/api/job")).headers["x-device-error"]).toBe("locked");
    expect((await sam.caller.get("/api/auth/ping")).headers["x-device-error"]).toBe("locked");
  });

  it("is told so only to somebody with the right password or PIN", async () => {
    await disable();
    expect(await signIn({ password })).toMatchObject({ body: { code: "account-disabled" } });
    expect(await signIn({ pin: testPin }, sam.deviceId)).toMatchObject({
      body: { code: "account-disabled" },
    });
    expect(await signIn({ password: "wrong" })).toMatchObject({
      body: { code: "bad-credentials" },
    });
  });

  it("has what was recorded before taken with a flag, and what was recorded after as evidence only", async () => {
    const [before, after] = [await server.job(sam), await server.job(sam)];
    const early = aStep(before, new Date(now().getTime() - 60_000));
    await disable();
    const late = aStep(after, new Date(now().getTime() + 60_000));
    for (const message of [early, late]) {
      expect(await post(sam, message)).toMatchObject({
        status: 200,
        body: { outcome: "recorded" },
      });
      expect(await flagsOf(message.messageId)).toContain("account-disabled");
    }
    expect(await statusOf(before.jobId)).toBe("Travelling");
    expect(await statusOf(after.jobId)).toBe("New");
  });

  it("ends no visit with what was recorded after: no closing, no document, no notice", async () => {
    const [closed, removed] = [await server.job(sam), await server.job(sam)];
    await disable();
    const image = {
      imageId: randomUUID(),
      ...pickJobIds(closed),
      entityId: closed.jobId,
      associateToJob: true,
      timestamp: visitedOn,
      latitude: 53.8,
      longitude: -1.5,
      image: testImageUrl,
    };
    const confirmation = {
      ...pickJobIds(closed),
      notice: "PartsRequired",
      propertyNotificationId: null,
      confirmedOn: visitedOn,
    };
    for (const message of [
      aMessage("JobClose", aClose(closed)),
      aMessage("PropertyNotificationConfirm", confirmation),
      aMessage("JobImage", image),
      aMessage("JobRemove", { ...pickJobIds(removed), changeTimestamp: visitedOn }),
    ]) {
      const messageCreatedOn = new Date(now().getTime() + 60_000).toISOString();
      expect(await post(sam, { ...message, messageCreatedOn })).toMatchObject({
        body: { outcome: "recorded" },
      });
    }
    const jobIds = [closed.jobId, removed.jobId];
    const countOf = async (table: string) =>
      (await server.rows(`select 1 from ${table} where job_id = any($1)`, [jobIds])).length;
    expect(await countOf("job_closing")).toBe(0);
    expect(await countOf("notice_confirmation")).toBe(0);
    expect(await countOf("message")).toBe(4);
    expect(await countOf("job_image")).toBe(1);
    expect(
      await server.rows("select ended_on from appointment where job_id = $1", [removed.jobId]),
    ).toEqual([{ ended_on: null }]);
    for (const queue of ["documents", "visit-updates"] as const)
      expect(await listOpenTasks(server.database, queue)).toEqual([]);
  });

  it.each([
    ["before it", -60_000, ["before"], ["account-disabled"]],
    ["before it and after it", 60_000, ["before"], ["account-disabled", "recorded-while-disabled"]],
  ])(
    "has what a wiped phone hands over taken, as far as it was recorded before: %s",
    async (_name, lastMs, expected, flags) => {
      const job = await server.job(sam);
      await post(sam, aStep(job, now()));
      await disable();
      const aNote = (description: string, ms: number) => {
        const at = new Date(now().getTime() + ms).toISOString();
        return {
          engineeringNoteId: randomUUID(),
          ...pickJobIds(job),
          description,
          isPublic: true,
          imageIds: [],
          createdOn: at,
          modifiedOn: at,
        };
      };
      const notes = [aNote("before", -120_000), ...(lastMs > 0 ? [aNote("after", lastMs)] : [])];
      const { job: content } = aClose(job, { job: { notes } });
      const wipedOn = new Date(now().getTime() + 120_000).toISOString();
      const change = { ...pickJobIds(job), changeTimestamp: wipedOn, job: content };
      const message = {
        ...ordered(aMessage("JobStatusChange", { ...change, currentStatus: "OnSite" }), {
          lane: job.jobId,
          laneNumber: 2,
        }),
        messageCreatedOn: wipedOn,
      };
      expect(await post(sam, message)).toMatchObject({ status: 200 });
      const readNotes = async () => {
        const { body } = await (await server.office()).get(`/api/office/jobs/${job.jobId}`);
        return (body as { job: { notes: { description: string }[] } }).job.notes.map(
          (note) => note.description,
        );
      };
      expect(await readNotes()).toEqual(expected);
      expect(await flagsOf(message.messageId)).toEqual(flags);
      expect(await statusOf(job.jobId)).toBe("Travelling");
      await office(`operatives/${sam.fieldOperativeId}/enable`, { acceptRecorded: true });
      expect((await readNotes()).toSorted()).toEqual(lastMs > 0 ? ["after", "before"] : ["before"]);
    },
  );

  it("keeps the planned SORs that a wiped phone hands over as recorded after it was disabled", async () => {
    const { fieldOperativeId } = sam;
    const service = { sorCodeId: 7, sorCode: "GA635001", shortDescription: "Service", qty: 2 };
    const draft = aDraft({ fieldOperativeId, plannedSors: [service] });
    const raised = (await office("jobs", draft)).body as Awaited<
      ReturnType<InProcessServer["job"]>
    >;
    await post(sam, aStep(raised, now()));
    await disable();
    const at = (ms: number) => new Date(now().getTime() + ms).toISOString();
    const sor = aSor(raised, { ...service, qtyUsed: 2, updatedOnDateTime: at(60_000) });
    const note = {
      engineeringNoteId: randomUUID(),
      ...pickJobIds(raised),
      description: "before",
      isPublic: true,
      imageIds: [],
      createdOn: at(-60_000),
      modifiedOn: at(-60_000),
    };
    const { job: content } = aClose(raised, { job: { notes: [note], plannedSors: [sor] } });
    const change = { ...pickJobIds(raised), changeTimestamp: at(120_000), job: content };
    const message = ordered(aMessage("JobStatusChange", { ...change, currentStatus: "OnSite" }), {
      lane: raised.jobId,
      laneNumber: 2,
    });
    await post(sam, { ...message, messageCreatedOn: at(120_000) });
    const readSors = async () => {
      const { body } = await (await server.office()).get(`/api/office/jobs/${raised.jobId}`);
      return (body as { job: { plannedSors: object[] } }).job.plannedSors;
    };
    expect(await readSors()).toMatchObject([{ sorCodeId: 7, qty: 2, qtyUsed: 0 }]);
    await office(`operatives/${fieldOperativeId}/enable`, { acceptRecorded: true });
    expect(await readSors()).toMatchObject([{ sorCodeId: 7, qty: 2, qtyUsed: 2 }]);
  });

  it("is disabled also if the database ends the first try because of a deadlock", async () => {
    await server.rows("create sequence tries");
    await server.rows(`create function deadlock_once() returns trigger language plpgsql as
      $$ begin
        if nextval('tries') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return new;
      end $$`);
    await server.rows(`create trigger deadlock_once before insert on audit_entry
      for each row when (new.action = 'account-disabled') execute function deadlock_once()`);
    const answer = await disable();
    await server.rows("drop function deadlock_once cascade");
    await server.rows("drop sequence tries");
    expect(answer).toMatchObject({ status: 200, body: { disabledOn: expect.any(String) } });
  });

  it("by mistake: what was recorded meanwhile takes effect when the office accepts it, once and in its order", async () => {
    const job = await server.job(sam);
    await disable();
    const recordedOn = new Date(now().getTime() + 60_000);
    const first = aStep(job, recordedOn);
    const second = {
      ...ordered(aStatusChange(job, "OnSite"), { lane: job.jobId, laneNumber: 2 }),
      messageCreatedOn: recordedOn.toISOString(),
    };
    const mileage = aMessage("SignatureUpdate", { signature: testImageUrl });
    const late = { ...mileage, messageCreatedOn: recordedOn.toISOString() };
    for (const message of [first, second, late])
      expect(await post(sam, message)).toMatchObject({ status: 200 });
    const enable = (body: object) => office(`operatives/${sam.fieldOperativeId}/enable`, body);
    const { body } = await enable({});
    expect(body).not.toHaveProperty("accepted");
    expect(await statusOf(job.jobId)).toBe("New");
    expect(await enable({ acceptRecorded: true })).toMatchObject({ body: { accepted: 3 } });
    expect(await statusOf(job.jobId)).toBe("OnSite");
    for (const { messageId } of [first, second, late])
      expect(await flagsOf(messageId)).toEqual(["account-disabled", "accepted-after-enabling"]);
    expect(await enable({ acceptRecorded: true })).toMatchObject({ body: { accepted: 0 } });
    expect(
      await server.rows(
        "select after from audit_entry where action = 'recorded-work-accepted' and field_operative_id = $1",
        [sam.fieldOperativeId],
      ),
    ).toEqual([{ after: { messages: 3 } }]);
  });

  it("by mistake: nothing of it takes effect without its audit entry", async () => {
    const job = await server.job(sam);
    await disable();
    const recordedOn = new Date(now().getTime() + 60_000);
    expect(await post(sam, aStep(job, recordedOn))).toMatchObject({ status: 200 });
    await server.rows(`create function refuse_entry() returns trigger language plpgsql as
      $$ begin raise exception 'no entry'; end $$`);
    await server.rows(`create trigger refuse_entry before insert on audit_entry
      for each row when (new.action = 'recorded-work-accepted') execute function refuse_entry()`);
    const accept = () =>
      office(`operatives/${sam.fieldOperativeId}/enable`, { acceptRecorded: true });
    expect(await accept()).toMatchObject({ status: 500 });
    expect(await statusOf(job.jobId)).toBe("New");
    await server.rows("drop function refuse_entry cascade");
    expect(await accept()).toMatchObject({ body: { accepted: 1 } });
  });

  it("signs in again once it is enabled, and its old sessions stay ended", async () => {
    await disable();
    const enabled = await office(`operatives/${sam.fieldOperativeId}/enable`);
    expect(enabled).toMatchObject({ status: 200, body: { disabledOn: null } });
    expect(await refresh()).toMatchObject({ status: 401 });
    expect(await signIn({ pin: testPin }, sam.deviceId)).toMatchObject({ status: 200 });
  });

  it("of the office is refused by every call", async () => {
    const caller = await server.office();
    const [, claims] = (caller.token ?? "").split(".");
    const { id } = JSON.parse(Buffer.from(claims ?? "", "base64url").toString()) as { id: string };
    await server.rows("update account set disabled_on = now() where account_id = $1", [id]);
    expect(await caller.get("/api/office/jobs")).toMatchObject({ status: 403 });
    const { refreshToken } = caller;
    expect(await server.anonymous.post("/api/auth/refresh", { refreshToken })).toMatchObject({
      status: 403,
    });
  });

  it("that does not exist cannot be disabled", async () => {
    expect(await office(`operatives/${randomUUID()}/disable`)).toMatchObject({ status: 404 });
  });
});

describe("a locked device", () => {
  it("has no session left: refresh refuses at every server, also after the unlock", async () => {
    await lock();
    for (const app of [server.app, other])
      expect(await refresh(sam, app)).toMatchObject({
        status: 403,
        body: { code: "device-locked" },
      });
    await office(`devices/${sam.deviceId}/unlock`);
    expect(await refresh()).toMatchObject({ status: 401 });
    expect(await signIn({ pin: testPin }, sam.deviceId)).toMatchObject({ status: 200 });
  });

  it("cannot be signed in on, and its engineer can on another", async () => {
    await lock();
    for (const secret of [{ pin: testPin }, { password }])
      expect(await signIn(secret, sam.deviceId)).toMatchObject({
        status: 403,
        body: { code: "device-locked" },
      });
    expect((await install(server.app, sam)).deviceId).not.toBe(sam.deviceId);
  });

  it("gives no session to a sign-in that began before the lock", async () => {
    const signedIn = await whileChanging(
      (orm) => orm.update(device).set({ locked: true }).where(eq(device.deviceId, sam.deviceId)),
      () => signIn({ password }, sam.deviceId),
    );
    expect(signedIn).toMatchObject({ status: 403, body: { code: "device-locked" } });
  });

  it("gets no new PIN by a change that began before the lock", async () => {
    const changed = await whileChanging(
      (orm) => orm.update(device).set({ locked: true }).where(eq(device.deviceId, sam.deviceId)),
      () => forgetPin("739104"),
    );
    expect(changed).toMatchObject({ status: 403, body: { code: "device-locked" } });
  });

  it("registers nothing with its token, neither itself nor another device", async () => {
    await lock();
    for (const deviceId of [sam.deviceId, randomUUID()]) {
      const answer = await sam.caller
        .with({ deviceId })
        .post("/api/installation/register", anInstallation(deviceId));
      expect([401, 403]).toContain(answer.status);
    }
    expect(
      await server.rows("select device_id from device where field_operative_id = $1", [
        sam.fieldOperativeId,
      ]),
    ).toEqual([{ device_id: sam.deviceId }]);
  });

  it("still sends what was recorded on it, with a token that does nothing else", async () => {
    const job = await server.job(sam);
    await lock();
    clock = 16 * 60_000;
    const { engineer } = await sendingToken();
    const message = aStep(job, new Date(now().getTime() - 3_600_000));
    expect(await post(engineer, message)).toMatchObject({
      status: 200,
      body: { outcome: "recorded" },
    });
    expect(await flagsOf(message.messageId)).toContain("device-locked");
    for (const path of ["/api/job", "/api/installation", "/api/command"])
      expect(await engineer.caller.get(path)).toMatchObject({ status: 401 });
  });

  it("sends after a sign-in without a network too, with the right PIN only", async () => {
    const job = await server.job(sam);
    await lock();
    const wrong = await sendingToken({ email: sam.email, pin: "000000" });
    expect(wrong.answer).toMatchObject({ status: 401 });
    const { engineer } = await sendingToken({ email: sam.email, pin: testPin });
    expect(await post(engineer, aStep(job, now()))).toMatchObject({ status: 200 });
  });
});

describe("a token that only sends", () => {
  it("is for ended sign-ins alone", async () => {
    expect((await sendingToken()).answer).toMatchObject({ status: 403 });
    const byPin = await sendingToken({ email: sam.email, pin: testPin });
    expect(byPin.answer).toMatchObject({ status: 403 });
  });

  it("is given to the device of the sign-in alone", async () => {
    await lock();
    const alex = await server.installed();
    const { refreshToken } = sam.caller;
    for (const deviceId of [undefined, alex.deviceId])
      expect(
        await server.anonymous.with({ deviceId }).post("/api/auth/sending-token", { refreshToken }),
      ).toMatchObject({ status: 401 });
  });

  it("works on no other device, and changes no signature by itself", async () => {
    const second = await install(server.app, sam);
    await lock();
    const { engineer } = await sendingToken();
    const message = aStep(await server.job(sam), now());
    const elsewhere = engineer.caller.with({ deviceId: second.deviceId });
    const refused = { status: 401, body: { code: "unauthorised" } };
    expect(await post({ ...engineer, caller: elsewhere }, message)).toMatchObject(refused);
    await office(`devices/${sam.deviceId}/unlock`);
    const { engineerSignature: signature } = anInstallation("");
    expect(await engineer.caller.post("/api/installation/signature", { signature })).toMatchObject(
      refused,
    );
    expect(await post(engineer, message)).toMatchObject({ status: 200 });
    expect(await flagsOf(message.messageId)).toEqual(["sign-in-ended"]);
  });

  it("is refused for a sign-in that ended because a token was used twice", async () => {
    const first = await refresh();
    const successor = (first.body as { refreshToken: string }).refreshToken;
    const device = server.anonymous.with({ deviceId: sam.deviceId });
    await device.post("/api/auth/refresh", { refreshToken: successor });
    clock = 61_000;
    expect(await refresh()).toMatchObject({ status: 401 });
    expect((await sendingToken()).answer).toMatchObject({ status: 401 });
  });
});

describe("a changed password", () => {
  const put = async (given: string) =>
    (await server.office()).put(`/api/office/operatives/${sam.fieldOperativeId}`, {
      name: "Sam",
      email: sam.email,
      password: given,
    });

  it("ends all sessions, and what they had recorded is still sent, with a flag", async () => {
    const [job, early] = [await server.job(sam), aStep(await server.job(sam), now())];
    expect(await post(sam, early)).toMatchObject({ status: 200 });
    expect(await flagsOf(early.messageId)).toEqual([]);
    expect(await put("Another-password")).toMatchObject({ status: 200 });
    expect(await refresh(sam, other)).toMatchObject({ status: 401 });
    const { engineer } = await sendingToken();
    const message = aStep(job, now());
    expect(await post(engineer, message)).toMatchObject({ status: 200 });
    expect(await flagsOf(message.messageId)).toEqual(["sign-in-ended"]);
    // An access token that has minutes left.
    const late = aStep(await server.job(sam), now());
    expect(await post(sam, late)).toMatchObject({ status: 200 });
    expect(await flagsOf(late.messageId)).toEqual(["sign-in-ended"]);
  });

  it("sets no PIN with the earlier one, also if that was checked before the change", async () => {
    const changed = await whileChanging(
      (orm) =>
        orm
          .update(account)
          .set({ passwordHash: "another" })
          .where(eq(account.accountId, sam.accountId)),
      () => forgetPin("739104"),
    );
    expect(changed).toMatchObject({ status: 401, body: { code: "bad-credentials" } });
    expect(await signIn({ pin: testPin }, sam.deviceId)).toMatchObject({ status: 200 });
  });

  it.each(["register", "pin"])(
    "ends a sign-in that has begun to register a further device (%s)",
    async (path) => {
      const { token } = ((await signIn({ password })).body as { tokenModel: { token: string } })
        .tokenModel;
      const deviceId = randomUUID();
      const body =
        path === "register"
          ? anInstallation(deviceId)
          : { deviceId, pin: "739104", userAgent: "x" };
      const registered = await whileChanging(
        (orm) =>
          orm
            .update(tokenFamily)
            .set({ revokedOn: now(), revokedReason: "password changed" })
            .where(eq(tokenFamily.accountId, sam.accountId)),
        () => createCaller(server.app, { token, deviceId }).post(`/api/installation/${path}`, body),
      );
      expect(registered).toMatchObject({ status: 401, body: { code: "unauthorised" } });
      expect(
        await server.rows("select 1 from device where device_id = $1", [deviceId]),
      ).toHaveLength(0);
    },
  );

  it("that is the same as before ends none", async () => {
    await put(password);
    expect(await refresh()).toMatchObject({ status: 200 });
  });
});

describe("a sign-in", () => {
  it("whose token is tried on another device raises one alarm and one notice, however often", async () => {
    const { refreshToken } = sam.caller;
    const elsewhere = server.anonymous.with({ deviceId: randomUUID() });
    for (let n = 0; n < 3; n++)
      expect(await elsewhere.post("/api/auth/refresh", { refreshToken })).toMatchObject({
        status: 401,
      });
    const countOf = async (table: string, condition: string) =>
      (await server.rows(`select 1 from ${table} where ${condition} = $1`, [sam.deviceId])).length;
    expect(await countOf("alarm", "details ->> 'deviceId'")).toBe(1);
    const isOfSam = "action = 'refresh-token-on-another-device' and after ->> 'deviceId'";
    expect(await countOf("audit_entry", isOfSam)).toBe(1);
    expect(await refresh()).toMatchObject({ status: 200 });
  });

  it("ends after 90 days, however often its tokens were exchanged", async () => {
    let { refreshToken } = sam.caller;
    const device = server.anonymous.with({ deviceId: sam.deviceId });
    for (const days of [30, 60, 89]) {
      clock = days * 86_400_000;
      const answer = await device.post("/api/auth/refresh", { refreshToken });
      expect([days, answer.status]).toEqual([days, 200]);
      ({ refreshToken } = answer.body as { refreshToken: string });
    }
    clock = 90 * 86_400_000 + 1_000;
    expect(await device.post("/api/auth/refresh", { refreshToken })).toMatchObject({ status: 401 });
  });
});

describe("a further device", () => {
  const register = (caller: InstalledEngineer["caller"], deviceId: string, app = server.app) =>
    caller.with({ deviceId }, app).post("/api/installation/register", anInstallation(deviceId));
  const tokensOf = (answer: { body: unknown }) =>
    (answer.body as { tokenModel: { token: string; refreshToken: string } }).tokenModel;

  it("is registered soon after a sign-in with the password, and is in the office's list", async () => {
    const second = await install(server.app, sam);
    const { body } = await (await server.office()).get("/api/office/devices");
    const own = (body as { deviceId: string; fieldOperativeId: string }[]).filter(
      ({ fieldOperativeId }) => fieldOperativeId === sam.fieldOperativeId,
    );
    expect(own.map(({ deviceId }) => deviceId).toSorted()).toEqual(
      [sam.deviceId, second.deviceId].toSorted(),
    );
  });

  it("is not registered with the token of a PIN, of another device, or of an old sign-in", async () => {
    const byPin = await signIn({ pin: testPin }, sam.deviceId);
    const caller = createCaller(server.app, { token: tokensOf(byPin).token });
    const refused = { status: 403, body: { code: "password-needed" } };
    expect(await register(caller, sam.deviceId)).toMatchObject(refused);
    // A token works on the device of its sign-in only.
    expect(await register(caller, randomUUID())).toMatchObject({ status: 401 });
    expect(await register(sam.caller, randomUUID())).toMatchObject(refused);

    const unbound = tokensOf(await signIn({ password }));
    clock = 61 * 60_000;
    const { refreshToken } = unbound;
    const renewed = await server.anonymous.post("/api/auth/refresh", { refreshToken });
    const { token } = renewed.body as { token: string };
    expect(await register(createCaller(server.app, { token }), randomUUID())).toMatchObject(
      refused,
    );
  });

  it("is not refused because an earlier one is locked: the lost phone's state is not that of a new one", async () => {
    await lock();
    const fresh = async () =>
      createCaller(server.app, { token: tokensOf(await signIn({ password })).token });
    const state = async () => (await (await fresh()).get("/api/installation")).body;
    expect(await state()).toEqual({ deviceState: 1, deviceId: null });
    const second = await install(server.app, sam);
    const { deviceId } = (await state()) as { deviceId: string };
    expect([sam.deviceId, second.deviceId]).not.toContain(deviceId);
    expect(await state()).toMatchObject({ deviceState: 5 });
  });

  it("cannot take the place of an approved one: it learns no device id, and sets no PIN", async () => {
    const strict = await server.startAnother({ deviceApproval: true });
    const first = await install(strict, await server.engineer());
    const { email, deviceId } = first;
    const answer = await createCaller(strict, {}).post("/api/auth/token", { email, password });
    const fresh = createCaller(strict, { token: tokensOf(answer).token });
    const state = await fresh.get("/api/installation?hasLocalData=false");
    expect(state.body).toEqual({ deviceState: 1, deviceId: null });
    const pin = "739104";
    expect(
      await fresh.with({ deviceId }).post("/api/installation/pin", { deviceId, pin }),
    ).toMatchObject({ status: 403, body: { code: "device-unapproved" } });
    expect(await signInTo(strict, { email, pin }, deviceId)).toMatchObject({ status: 401 });
    // The browser of the device itself, which has lost its data and not its id, may.
    const own = await signInTo(strict, { email, password }, deviceId);
    const caller = createCaller(strict, { token: tokensOf(own).token, deviceId });
    expect(await caller.post("/api/installation/pin", { deviceId, pin })).toMatchObject({
      status: 200,
    });
  });

  it("sets no PIN of an earlier one that it did not sign in as", async () => {
    const { deviceId } = sam;
    const pin = "739104";
    const { token } = tokensOf(await signIn({ password }));
    const caller = createCaller(server.app, { token, deviceId });
    expect(await caller.post("/api/installation/pin", { deviceId, pin })).toMatchObject({
      status: 403,
      body: { code: "password-needed" },
    });
    expect(await signIn({ pin }, deviceId)).toMatchObject({ status: 401 });
  });

  it("of an engineer who has one is registered with a PIN of its own; the earlier PIN stays", async () => {
    const fresh = createCaller(server.app, { token: tokensOf(await signIn({ password })).token });
    const { deviceId } = (await fresh.get("/api/installation")).body as { deviceId: string };
    expect(deviceId).not.toBe(sam.deviceId);
    const second = fresh.with({ deviceId });
    // Asked again, the browser gets the same id.
    expect((await second.get("/api/installation?hasLocalData=false")).body).toMatchObject({
      deviceId,
      received: { messages: 0 },
    });
    const pin = "739104";
    const set = { deviceId, pin, userAgent: "a second phone" };
    for (let time = 0; time < 2; time += 1)
      expect(await second.post("/api/installation/pin", set)).toMatchObject({ status: 200 });
    expect(await signIn({ pin }, deviceId)).toMatchObject({ status: 200 });
    expect(await signIn({ pin: testPin }, sam.deviceId)).toMatchObject({ status: 200 });
    for (const [wrong, other] of [
      [pin, sam.deviceId],
      [testPin, deviceId],
    ] as const)
      expect(await signIn({ pin: wrong }, other)).toMatchObject({ status: 401 });
    expect(
      await server.rows("select action from audit_entry where object_id = $1 order by sequence", [
        deviceId,
      ]),
    ).toEqual([{ action: "device-registered" }, { action: "pin-changed" }]);
  });

  it("waits for the office where that is set, and works once it is approved", async () => {
    const strict = await server.startAnother({ deviceApproval: true });
    const first = await install(strict, await server.engineer());
    expect(await first.caller.get("/api/job")).toMatchObject({ status: 200 });
    const second = await install(strict, first);
    const unapproved = { status: 403, body: { code: "device-unapproved" } };
    expect(await second.caller.get("/api/job")).toMatchObject(unapproved);
    expect(
      await second.caller.post("/api/auth/token", { email: second.email, pin: testPin }),
    ).toMatchObject(unapproved);
    const job = await server.job(second);
    const message = aStep(job, now());
    expect(await post(second, message)).toMatchObject(unapproved);

    expect(await office(`devices/${second.deviceId}/approve`)).toMatchObject({
      status: 200,
      body: { deviceId: second.deviceId, awaitsApproval: false },
    });
    expect(await second.caller.get("/api/job")).toMatchObject({ status: 200 });
    expect(await post(second, message)).toMatchObject({ status: 200 });
    expect(await office(`devices/${randomUUID()}/approve`)).toMatchObject({ status: 404 });
  });
});
