import { afterEach, describe, expect, test } from "vitest";
import { renewToken } from "../api/call.ts";
import type { TokenRow } from "../database/rows.ts";
import { createDisk, type NodeDevice, openNodeDevice, selectEngineer } from "../testing/index.ts";
import { signOut } from "./sign-in.ts";
import { ensureToken } from "./token.ts";

const sam = aTokenRow("0190a000-0000-7000-8000-000000000001", "sam.taylor@fieldfare.example");
const alex = aTokenRow("0190a000-0000-7000-8000-000000000002", "alex.morgan@fieldfare.example");
const fresh = {
  token: `e30.${btoa(JSON.stringify(sam.claims)).replace(/=+$/, "")}.signature`,
  refreshToken: "fresh",
  expiresOn: "2026-01-05T09:15:00.000Z",
};

let phone: NodeDevice | undefined;
afterEach(() => phone?.kill());

describe("an answer that arrives after the engineer has signed out", () => {
  test("does not sign the engineer in again when an offline sign-in becomes a token", async () => {
    const { device, answer } = await aPhoneWithPendingAnswer({ ...sam, tokenModel: null });
    device.pending.credentials = { email: "sam.taylor@fieldfare.example", pin: "482913" };
    const pendingToken = ensureToken(device);
    await answer.asked;
    await signOut(device);
    answer.give({
      tokenModel: fresh,
      requestSignature: false,
      recordsMileage: false,
      buildNumber: 1,
    });
    expect(await pendingToken).toMatchObject({ ok: false, failure: { kind: "token-not-found" } });
    expect(await device.database.token.get(1)).toBeUndefined();
  });

  test("leaves the credentials of the next engineer's offline sign-in", async () => {
    const { device, answer } = await aPhoneWithPendingAnswer({ ...sam, tokenModel: null });
    device.pending.credentials = { email: "sam.taylor@fieldfare.example", pin: "482913" };
    const pendingToken = ensureToken(device);
    await answer.asked;
    await signOut(device);
    await selectEngineer(device, alex.claims.id);
    await device.database.token.put({ ...alex, tokenModel: null });
    const credentials = { email: "alex.morgan@fieldfare.example", pin: "280451" };
    device.pending.credentials = credentials;
    answer.give({
      tokenModel: fresh,
      requestSignature: false,
      recordsMileage: false,
      buildNumber: 1,
    });
    expect(await pendingToken).toMatchObject({ ok: false });
    expect(device.pending.credentials).toBe(credentials);
  });

  test("does not give the next engineer the renewed token of the one before", async () => {
    const { device, answer } = await aPhoneWithPendingAnswer(sam);
    const pendingToken = renewToken(device, "old");
    await answer.asked;
    const { database: own } = device;
    await signOut(device);
    await selectEngineer(device, alex.claims.id);
    await device.database.token.put(alex);
    answer.give(fresh);
    expect(await pendingToken).toMatchObject({ ok: false, failure: { kind: "token-not-found" } });
    expect(await device.database.token.get(1)).toEqual(alex);
    expect(await own.token.count()).toBe(0);
  });
});

test("a renewed token brings the current permissions, and asks for no signature again", async () => {
  const { device, answer } = await aPhoneWithPendingAnswer(sam);
  const pendingToken = renewToken(device, "old");
  await answer.asked;
  const claims = { ...sam.claims, perms: ["21#1"], recordsMileage: true, exp: 99 };
  const token = `e30.${btoa(JSON.stringify({ ...claims, requestSignature: true }))}.signature`;
  answer.give({ ...fresh, token });
  expect(await pendingToken).toEqual({ ok: true, value: token });
  expect((await device.database.token.get(1))?.claims).toEqual(claims);
});

function aTokenRow(id: string, email: string): TokenRow {
  return {
    id: 1,
    tokenModel: { token: "old", refreshToken: "old", expiresOn: "2026-01-05T09:00:00.000Z" },
    claims: {
      id,
      name: email,
      email,
      userType: 1,
      perms: [],
      fieldOperativeId: id,
      requestSignature: false,
      recordsMileage: false,
      exp: 0,
    },
    signedInOn: "2026-01-05T08:45:00.000Z",
  };
}

/** The first request waits until the test gives the answer. */
async function aPhoneWithPendingAnswer(row: TokenRow) {
  const requested = Promise.withResolvers<void>();
  const body = Promise.withResolvers<object>();
  const opened = await openNodeDevice({
    disk: createDisk(),
    fetch: async () => {
      requested.resolve();
      return new Response(JSON.stringify(await body.promise), {
        headers: { "Content-Type": "application/json" },
      });
    },
  });
  phone = opened;
  await selectEngineer(opened.device, row.claims.id);
  await opened.device.database.token.put(row);
  return { device: opened.device, answer: { asked: requested.promise, give: body.resolve } };
}
