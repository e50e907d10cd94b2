import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTokens } from "./http/tokens.ts";
import {
  type CallAnswer,
  type DocumentedCall,
  readDocumentedCalls,
  send,
} from "./testing/documented-calls.ts";
import {
  type InProcessServer,
  type InstalledEngineer,
  startInProcessServer,
} from "./testing/in-process.ts";
import { testTokenKeys } from "./testing/keys.ts";

let server: InProcessServer;
let calls: readonly DocumentedCall[];
let engineer: InstalledEngineer;
let trainee: InstalledEngineer;
let officeToken: string;

beforeAll(async () => {
  server = await startInProcessServer({
    documentation: true,
    requestsPerMinute: 1_000_000,
    verificationsPerMinute: 1_000_000,
  });
  calls = await readDocumentedCalls(server.app);
  engineer = await server.installed();
  trainee = await server.installed();
  await server.rows(
    `update device set installation = installation || '{"isTraining": true}' where device_id = $1`,
    [trainee.deviceId],
  );
  officeToken = (await server.office()).token ?? "";
});
afterAll(() => server.close());

/** The engineer whose phone may make the call: that of a training build for a training call. */
function rightEngineer(call: DocumentedCall): InstalledEngineer {
  return call.isTraining ? trainee : engineer;
}

/** The credentials of somebody who may make the call. */
function rightCaller(call: DocumentedCall) {
  if (call.audience === "open") return {};
  if (call.audience === "office") return { token: officeToken };
  const { caller, deviceId } = rightEngineer(call);
  return { token: caller.token, deviceId };
}

/** Makes every call of an audience, and returns those that were not answered as expected. */
async function unexpected(
  isAsked: (call: DocumentedCall) => boolean,
  ask: (call: DocumentedCall) => Promise<CallAnswer>,
  isExpected: (answer: CallAnswer) => boolean,
): Promise<string[]> {
  const asked = calls.filter(isAsked);
  expect(asked.length).toBeGreaterThan(0);
  const wrong: string[] = [];
  for (const call of asked) {
    const answer = await ask(call);
    if (!isExpected(answer)) wrong.push(`${call.name}: ${answer.status} ${answer.body}`);
  }
  return wrong;
}

const isClosed = ({ audience }: DocumentedCall) => audience !== "open";
const isForEngineers = ({ audience }: DocumentedCall) => audience === "engineer";
const isForOffice = ({ audience }: DocumentedCall) => audience === "office";
/** Any answer but an error of the server; `send` has checked that a refusal is a documented problem. */
const isNoFault = ({ status }: CallAnswer) => status < 500;
const isUnauthorised = ({ status }: CallAnswer) => status === 401;
const isForbidden = ({ status }: CallAnswer) => status === 403;

describe("Every call of the OpenAPI document", () => {
  it("is refused without a token, and with text that is no token", async () => {
    expect(
      await unexpected(isClosed, (call) => send(server.app, call, {}), isUnauthorised),
    ).toEqual([]);
    const ask = (call: DocumentedCall) => send(server.app, call, { token: "no.token.atall" });
    expect(await unexpected(isClosed, ask, isUnauthorised)).toEqual([]);
  });

  it("is refused with a token that has expired, and with one of other keys", async () => {
    const claims = {
      id: engineer.accountId,
      name: "An engineer",
      email: engineer.email,
      userType: 1 as const,
      perms: [],
      fieldOperativeId: engineer.fieldOperativeId,
      requestSignature: false,
      recordsMileage: true,
      familyId: randomUUID(),
    };
    const now = () => new Date();
    const expired = await createTokens(testTokenKeys, now).issue(
      claims,
      new Date(1_700_000_000_000),
    );
    const keys = [{ id: "test", key: new Uint8Array(32).fill(8) }] as const;
    const foreign = await createTokens(keys, now).issue(claims, new Date(4_000_000_000_000));
    for (const token of [expired, foreign]) {
      const ask = (call: DocumentedCall) =>
        send(server.app, call, { token, deviceId: rightEngineer(call).deviceId });
      expect(await unexpected(isClosed, ask, isUnauthorised)).toEqual([]);
    }
  });

  it("of the office is refused to an engineer, and the other way round", async () => {
    const asEngineer = (call: DocumentedCall) =>
      send(server.app, call, { token: engineer.caller.token, deviceId: engineer.deviceId });
    expect(await unexpected(isForOffice, asEngineer, isForbidden)).toEqual([]);
    const asOffice = (call: DocumentedCall) =>
      send(server.app, call, { token: officeToken, deviceId: rightEngineer(call).deviceId });
    expect(await unexpected(isForEngineers, asOffice, isForbidden)).toEqual([]);
  });

  it("is refused on the phone of another engineer, and on none", async () => {
    const other = await server.installed();
    const needsDevice = (call: DocumentedCall) =>
      isForEngineers(call) && !call.path.includes("/installation");
    const ask = (call: DocumentedCall) =>
      send(server.app, call, {
        token: rightEngineer(call).caller.token,
        deviceId: other.deviceId,
      });
    const isRefused = ({ status }: CallAnswer) => status === 401 || status === 403;
    expect(await unexpected(needsDevice, ask, isRefused)).toEqual([]);
    const onNone = (call: DocumentedCall) =>
      send(server.app, call, { token: rightEngineer(call).caller.token });
    expect(await unexpected(needsDevice, onNone, isRefused)).toEqual([]);
  });

  it("that is live is refused on a phone of a training build, and the other way round", async () => {
    const live = new Set(
      calls
        .filter(({ isTraining }) => isTraining)
        .map(({ path }) => path.replace("/api/emulate/", "/api/")),
    );
    const hasTwin = (call: DocumentedCall) =>
      (live.has(call.path) || call.isTraining) && !call.path.includes("/installation");
    const ask = (call: DocumentedCall) => {
      const wrong = call.isTraining ? engineer : trainee;
      return send(server.app, call, { token: wrong.caller.token, deviceId: wrong.deviceId });
    };
    expect(await unexpected(hasTwin, ask, isForbidden)).toEqual([]);
  });

  it("is refused to an account that is disabled", async () => {
    const disabled = await server.installed();
    await server.rows("update account set disabled_on = now() where account_id = $1", [
      disabled.accountId,
    ]);
    const ask = (call: DocumentedCall) =>
      send(server.app, call, { token: disabled.caller.token, deviceId: disabled.deviceId });
    // A message is recorded as evidence, so that nothing is lost if the account was disabled by mistake.
    const isCall = (call: DocumentedCall) =>
      isForEngineers(call) && !call.isTraining && !call.operation.tags.includes("Phone: messages");
    expect(await unexpected(isCall, ask, isForbidden)).toEqual([]);
    const office = await server.office();
    await server.rows(
      "update account set disabled_on = now() where user_type = 2 and account_id = $1",
      [readSubject(office.token ?? "")],
    );
    const asOffice = (call: DocumentedCall) => send(server.app, call, { token: office.token });
    expect(await unexpected(isForOffice, asOffice, isForbidden)).toEqual([]);
  });

  it("answers a body of another type with 415, and one that is no JSON with 400", async () => {
    const takesBody = (call: DocumentedCall) => call.body !== null && !call.takesMultipart;
    const mayHaveBody = (call: DocumentedCall) => call.method !== "GET" && !call.takesMultipart;
    const asText = (call: DocumentedCall) =>
      send(server.app, call, { ...rightCaller(call), body: "text", contentType: "text/plain" });
    expect(await unexpected(mayHaveBody, asText, ({ status }) => status === 415)).toEqual([]);
    for (const body of ["{", '{"__proto__": 1}', "[".repeat(200) + "]".repeat(200)]) {
      const asBroken = (call: DocumentedCall) =>
        send(server.app, call, { ...rightCaller(call), body });
      const isRefused = ({ status }: CallAnswer) => status === 400;
      expect(await unexpected(takesBody, asBroken, isRefused)).toEqual([]);
    }
  });

  it("answers a body that does not fit with the places of its faults", async () => {
    const takesBody = (call: DocumentedCall) => call.body !== null && !call.takesMultipart;
    for (const body of ["7", '[[["no"]]]']) {
      const ask = (call: DocumentedCall) => send(server.app, call, { ...rightCaller(call), body });
      const isRefused = ({ status, code }: CallAnswer) => status === 400 && code === "invalid";
      expect(await unexpected(takesBody, ask, isRefused)).toEqual([]);
    }
  });

  it("answers another method with 404", async () => {
    const ask = (call: DocumentedCall) =>
      send(server.app, call, { ...rightCaller(call), method: "PATCH", body: {} });
    expect(
      await unexpected(
        () => true,
        ask,
        ({ status }) => status === 404,
      ),
    ).toEqual([]);
  });

  it("answers ids that do not exist, and text that is no id, without a fault", async () => {
    const hasParams = ({ path }: DocumentedCall) => path.includes("{");
    const values = [randomUUID(), "0", "not-an-id", "\u0000", "\u{1f600}".repeat(60)];
    for (const value of values) {
      const ask = (call: DocumentedCall) =>
        send(server.app, call, { ...rightCaller(call), params: allParams(call, value) });
      expect(await unexpected(hasParams, ask, isNoFault)).toEqual([]);
    }
  });

  it("refuses an engineer the job and the documents of others", async () => {
    const other = await server.installed();
    const job = await server.job(other);
    const ofJobs = (call: DocumentedCall) =>
      isForEngineers(call) && /\{(jobId|documentId|batchId)\}/.test(call.path);
    const ask = (call: DocumentedCall) =>
      send(server.app, call, { ...rightCaller(call), params: allParams(call, job.jobId) });
    expect(await unexpected(ofJobs, ask, ({ status }) => status === 404)).toEqual([]);
  });

  it("of the office refuses a filter that it does not know, and lists those that it has", async () => {
    const wrong: string[] = [];
    for (const call of calls.filter(isForOffice)) {
      const query = { unknownFilter: "1" };
      const { status, body } = await send(server.app, call, { ...rightCaller(call), query });
      const names = call.parameters.filter((one) => one.in === "query").map(({ name }) => name);
      const message = `Unknown. Known: ${names.join(", ") || "none"}`;
      const isRefused =
        status === 400 && body.includes(JSON.stringify({ path: "unknownFilter", message }));
      if (!isRefused) wrong.push(`${call.name}: ${status} ${body}`);
    }
    expect(wrong).toEqual([]);
  });

  it("answers unknown and malformed filters without a fault", async () => {
    const filters = [
      { unknown: "1", limit: "-1", from: "2026-02-30" },
      { limit: "9999999999999999999", fieldOperativeId: "\u0000" },
    ];
    for (const query of filters) {
      const ask = (call: DocumentedCall) => send(server.app, call, { ...rightCaller(call), query });
      const isRead = ({ method }: DocumentedCall) => method === "GET";
      expect(await unexpected(isRead, ask, isNoFault)).toEqual([]);
    }
  });
});

function allParams({ path }: DocumentedCall, value: string): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, value]));
}

/** The account of a token. */
function readSubject(token: string): unknown {
  const [, claims = ""] = token.split(".");
  return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { id: string }).id;
}
