import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TokenModel } from "@fieldfare/contract";
import { aServerWithClock } from "../../testing/clock.ts";
import {
  anInstallation,
  type InstalledEngineer,
  type InProcessServer,
  testPin,
} from "../../testing/in-process.ts";
import { aMessage, aStatusChange, post } from "../../testing/messages.ts";

const { clock, start } = aServerWithClock();
let server: InProcessServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await start();
});
beforeEach(async () => {
  sam = await server.installed();
});

const office = async (path: string, body: object = {}) =>
  (await server.office()).post(`/api/office/${path}`, body);

const refresh = (refreshToken = sam.caller.refreshToken) =>
  server.anonymous.with({ deviceId: sam.deviceId }).post("/api/auth/refresh", { refreshToken });

async function signInWithPin() {
  const { body } = await server.anonymous
    .with({ deviceId: sam.deviceId })
    .post("/api/auth/token", { email: sam.email, pin: testPin });
  return sam.caller.with({ token: (body as { tokenModel: TokenModel }).tokenModel.token });
}

async function setPassword() {
  const caller = await server.office();
  const operative = { name: "Sam", email: sam.email, password: "Another-password" };
  await caller.put(`/api/office/operatives/${sam.fieldOperativeId}`, operative);
}

async function lockAndUnlock() {
  await office(`devices/${sam.deviceId}/lock`);
  await office(`devices/${sam.deviceId}/unlock`);
}

async function disableAndEnable() {
  await office(`operatives/${sam.fieldOperativeId}/disable`);
  await office(`operatives/${sam.fieldOperativeId}/enable`);
}

/** A refresh token that is used again long after another one followed it. */
async function reuseRefreshToken() {
  const { body } = await refresh();
  await refresh((body as TokenModel).refreshToken);
  clock.aheadMs = 61_000;
  expect(await refresh()).toMatchObject({ status: 401 });
}

const readsAndCalls = async () => {
  const { propertyId } = await server.job(sam);
  const contact = { name: "A stranger", phone: "01632 960000", relationship: "Tenant" };
  const { engineerSignature: signature } = anInstallation("");
  return [
    await sam.caller.get("/api/job"),
    await sam.caller.get("/api/command"),
    await sam.caller.get("/api/installation"),
    await sam.caller.get("/api/property/search/1/Example"),
    await sam.caller.get(`/Property/${propertyId}`),
    await sam.caller.post(`/Property/${propertyId}/SaveContact`, contact),
    await sam.caller.post("/api/installation/signature", { signature }),
  ];
};

describe("an access token of a sign-in that has been ended", () => {
  it.each([
    ["a new password from the office", setPassword],
    ["a lock, also after the unlock", lockAndUnlock],
    ["a disabled account, also after it is enabled", disableAndEnable],
    ["a refresh token that was used again", reuseRefreshToken],
  ])("reads and calls nothing more: %s", async (_name, end) => {
    expect(await sam.caller.get("/api/job")).toMatchObject({ status: 200 });
    await end();
    for (const answer of await readsAndCalls())
      expect(answer).toMatchObject({ status: 401, body: { code: "unauthorised" } });
  });

  it("still sends what its phone has recorded, with a flag, and the next sign-in reads again", async () => {
    const job = await server.job(sam);
    await lockAndUnlock();
    const messages = [
      aStatusChange(job, "Travelling"),
      aMessage("SignatureUpdate", { signature: anInstallation("").engineerSignature }),
    ];
    for (const message of messages) {
      expect(await post(sam, message)).toMatchObject({ status: 200 });
      expect(
        await server.rows("select flags from message where message_id = $1", [message.messageId]),
      ).toEqual([{ flags: ["sign-in-ended"] }]);
    }
    expect(await (await signInWithPin()).get("/api/job")).toMatchObject({ status: 200 });
  });
});

describe("an access token of a sign-in that is unknown, as after a restored backup", () => {
  it.each([
    ["works until it expires, of an engineer on the own phone", signInWithPin, "/api/job", 200],
    ["is refused, of the office", () => server.office(), "/api/office/jobs", 401],
  ])("%s", async (_what, find, path, status) => {
    const caller = await find();
    await server.rows("delete from token_family");
    expect(await caller.get(path)).toMatchObject({ status });
  });
});

describe("an access token of a sign-in that goes on", () => {
  it("works until it expires, also after a refresh and after its repeat", async () => {
    const first = (await refresh()).body as TokenModel;
    await refresh();
    for (const token of [sam.caller.token, first.token])
      expect(await sam.caller.with({ token }).get("/api/job")).toMatchObject({ status: 200 });
  });
});
