import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aServerWithClock } from "../../testing/clock.ts";
import { type InstalledEngineer, type InProcessServer, testPin } from "../../testing/in-process.ts";
import { password } from "../../testing/people.ts";

const newPin = "739104";
const { clock, start } = aServerWithClock();
let server: InProcessServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await start();
});
beforeEach(async () => {
  sam = await server.installed();
});

function changePin(proof: object, { email, deviceId } = sam, pin = newPin) {
  return server.anonymous.post("/api/auth/changepin", {
    logonName: { email },
    pin,
    reEnterPin: pin,
    deviceId,
    ...proof,
  });
}
const signIn = (pin: string, { email, deviceId } = sam) =>
  server.anonymous.with({ deviceId }).post("/api/auth/token", { email, pin });
async function makeCode({ fieldOperativeId } = sam) {
  const office = await server.office();
  const answer = await office.post(`/api/office/operatives/${fieldOperativeId}/reset-code`, {});
  return answer.body as { code: string; expiresOn: string };
}
const wrongCode = { status: 401, body: { code: "bad-credentials" } };
const codeEnded = { status: 403, body: { code: "reset-code-ended" } };

describe("changing a forgotten PIN", () => {
  it("with the e-mail address and the device id alone is refused", async () => {
    expect(await changePin({})).toMatchObject({
      status: 400,
      body: { code: "invalid", issues: [{ path: "password" }] },
    });
    expect(await signIn(testPin)).toMatchObject({ status: 200 });
  });

  it("needs the password, and opens the app with the new PIN whatever was tried before", async () => {
    for (let failure = 0; failure < 7; failure += 1) await signIn("000000");
    expect(await changePin({ password: "wrong" })).toMatchObject({
      status: 401,
      body: { code: "bad-credentials" },
    });
    expect(await changePin({ password })).toMatchObject({ status: 200 });
    expect(await signIn(newPin)).toMatchObject({ status: 200 });
    expect(await signIn(testPin)).toMatchObject({ status: 401 });
  });

  it("counts wrong passwords with those of the sign-in", async () => {
    for (let failure = 0; failure < 6; failure += 1)
      expect(await changePin({ password: "wrong" })).toMatchObject({ status: 401 });
    expect(await changePin({ password })).toMatchObject({ status: 429 });
    const signedIn = await server.anonymous
      .with({ deviceId: sam.deviceId })
      .post("/api/auth/token", { email: sam.email, password });
    expect(signedIn).toMatchObject({ status: 429 });
  });

  it("needs the same PIN twice, and one that is not easy to guess", async () => {
    const different = await server.anonymous.post("/api/auth/changepin", {
      logonName: { email: sam.email },
      pin: newPin,
      reEnterPin: "739105",
      deviceId: sam.deviceId,
      password,
    });
    expect(different).toMatchObject({
      status: 400,
      body: { issues: [{ path: "reEnterPin", message: "PIN does not match" }] },
    });
    expect(await changePin({ password }, sam, "123456")).toMatchObject({
      status: 400,
      body: { issues: [{ path: "pin" }] },
    });
  });

  it("of a locked phone, or of a disabled account, is refused", async () => {
    const office = await server.office();
    await office.post(`/api/office/devices/${sam.deviceId}/lock`, {});
    expect(await changePin({ password })).toMatchObject({ body: { code: "device-locked" } });
    await office.post(`/api/office/devices/${sam.deviceId}/unlock`, {});
    await office.post(`/api/office/operatives/${sam.fieldOperativeId}/disable`, {});
    expect(await changePin({ password })).toMatchObject({ body: { code: "account-disabled" } });
  });

  it("is off where the office helps in person", async () => {
    const app = await server.startAnother({ mayResetPin: false });
    const caller = server.anonymous.with({}, app);
    const body = { logonName: { email: sam.email }, pin: newPin, reEnterPin: newPin };
    expect(
      await caller.post("/api/auth/changepin", { ...body, deviceId: sam.deviceId, password }),
    ).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await signIn(testPin)).toMatchObject({ status: 200 });
  });
});

describe("the code that the office reads out", () => {
  it("changes the PIN once, typed with its space or without", async () => {
    const { code, expiresOn } = await makeCode();
    expect(code).toMatch(/^\d{4} \d{4}$/);
    expect(Date.parse(expiresOn) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    expect(await changePin({ code: code.replace(" ", "") })).toMatchObject({ status: 200 });
    expect(await signIn(newPin)).toMatchObject({ status: 200 });
    expect(await changePin({ code }, sam, "864202")).toMatchObject(codeEnded);
    expect((await changePin({ code: (await makeCode()).code })).status).toBe(200);
  });

  it("works for one of two uses at the same time", async () => {
    const { code } = await makeCode();
    const answers = await Promise.all([changePin({ code }), changePin({ code }, sam, "864202")]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  });

  it("lives for 10 minutes", async () => {
    const { code } = await makeCode();
    clock.aheadMs = 10 * 60_000 + 1_000;
    expect(await changePin({ code })).toMatchObject(codeEnded);
    expect(await signIn(testPin)).toMatchObject({ status: 200 });
  });

  it("may be tried five times, at any number at once; a new one counts from the beginning", async () => {
    const { code } = await makeCode();
    const wrong = code === "0000 0000" ? "00000001" : "00000000";
    const answers = await Promise.all(Array.from({ length: 12 }, () => changePin({ code: wrong })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 403)).toHaveLength(7);
    const tries = await server.rows(
      `select after from audit_entry where action = 'reset-code-wrong' and field_operative_id = $1
        order by (after ->> 'tries')::int`,
      [sam.fieldOperativeId],
    );
    expect(tries).toEqual(
      [1, 2, 3, 4, 5].map((number) => ({ after: { tries: number, isUsedUp: number === 5 } })),
    );
    // The engineer is told of the first and the last one.
    const told = await server.rows(
      `select body ->> 'notice' as notice from command
        where type = 'AccountNotice' and field_operative_id = $1 and body ->> 'notice' = 'reset-code-wrong'`,
      [sam.fieldOperativeId],
    );
    expect(told).toHaveLength(2);
    expect(await changePin({ code })).toMatchObject(codeEnded);
    expect(await changePin({ code: (await makeCode()).code })).toMatchObject({ status: 200 });
  });

  it("is replaced by the next one", async () => {
    const first = await makeCode();
    const second = await makeCode();
    expect(await changePin({ code: first.code })).toMatchObject(wrongCode);
    expect(await changePin({ code: second.code })).toMatchObject({ status: 200 });
  });

  it("is not replaced by somebody who has not read of it, while it can be used", async () => {
    const office = await server.office();
    const read = async () => {
      const { body } = await office.get("/api/office/operatives");
      const all = body as { fieldOperativeId: string; resetCodeMadeOn: string | null }[];
      return all.find(({ fieldOperativeId }) => fieldOperativeId === sam.fieldOperativeId)
        ?.resetCodeMadeOn;
    };
    const make = (resetCodeMadeOn: string | null | undefined) =>
      office.post(`/api/office/operatives/${sam.fieldOperativeId}/reset-code`, {
        expected: { resetCodeMadeOn },
      });
    expect(await read()).toBeNull();
    const first = await make(null);
    const { code, madeOn } = first.body as { code: string; madeOn: string };
    expect(await read()).toBe(madeOn);
    expect(await make(null)).toMatchObject({
      status: 409,
      body: {
        code: "conflict",
        detail: expect.stringMatching(
          /^Meanwhile somebody has made a code, on .+, that is not used yet\.$/,
        ),
      },
    });
    expect(await changePin({ code })).toMatchObject({ status: 200 });
    expect(await read()).toBeNull();
    expect(await make(madeOn)).toMatchObject({ status: 200 });
    expect(await make(await read())).toMatchObject({ status: 200 });
  });

  it("of one engineer changes nobody else's PIN on a shared phone, and tries of others do not use it up", async () => {
    const alex = await server.installed();
    const { code } = await makeCode(alex);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect(await changePin({ code })).toMatchObject(codeEnded);
      expect(
        (await changePin({ code: "00000000" }, { ...alex, deviceId: sam.deviceId })).status,
      ).toBe(401);
    }
    expect(await signIn(testPin)).toMatchObject({ status: 200 });
    expect(await changePin({ code }, alex)).toMatchObject({ status: 200 });
  });

  it("is stored as a hash only", async () => {
    const { code } = await makeCode();
    const [row] = await server.rows(
      "select code_hash from pin_reset_code where field_operative_id = $1",
      [sam.fieldOperativeId],
    );
    expect(row?.code_hash).toMatch(/^argon2id\$/);
    expect(row?.code_hash).not.toContain(code.replace(" ", ""));
  });

  it("is made for engineers whose account is enabled, and ends the account's lock-outs", async () => {
    const office = await server.office();
    const body = { email: sam.email, password: "wrong" };
    for (let failure = 0; failure < 7; failure += 1)
      await server.anonymous.post("/api/auth/token", body);
    await makeCode();
    expect(await server.anonymous.post("/api/auth/token", { ...body, password })).toMatchObject({
      status: 200,
    });
    expect(
      await office.post(`/api/office/operatives/${randomUUID()}/reset-code`, {}),
    ).toMatchObject({ status: 404 });
    await office.post(`/api/office/operatives/${sam.fieldOperativeId}/disable`, {});
    expect(
      await office.post(`/api/office/operatives/${sam.fieldOperativeId}/reset-code`, {}),
    ).toMatchObject({ status: 403 });
  });
});
