import * as contract from "@fieldfare/contract";
import { z } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentedSchemas } from "./http/openapi/documented-schemas.ts";
import {
  type DocumentedCall,
  readDocumentedCalls,
  type Request,
  send,
} from "./testing/documented-calls.ts";
import { type InProcessServer, startInProcessServer } from "./testing/in-process.ts";

let server: InProcessServer;
let calls: readonly DocumentedCall[];

beforeAll(async () => {
  server = await startInProcessServer({
    documentation: true,
    requestsPerMinute: 1_000_000,
    verificationsPerMinute: 1_000_000,
  });
  calls = await readDocumentedCalls(server.app);
});
afterAll(() => server.close());

/** What other examples refer to comes first. A home that is added last is removed by no other example. */
const first = ["putClient", "putJobTypes"];
const last = ["saveNewProperty", "saveNewJob"];

const readers = new Map<string, Promise<Pick<Request, "token" | "deviceId">>>();

/** What changes something has a caller of its own: it may end the sessions of its sender. */
function findCaller(call: DocumentedCall) {
  if (call.method !== "GET") return newCaller(call);
  const kind = `${call.audience} ${String(call.isTraining)}`;
  const known = readers.get(kind) ?? newCaller(call);
  readers.set(kind, known);
  return known;
}

async function newCaller({ audience, isTraining }: DocumentedCall) {
  if (audience === "open") return {};
  if (audience === "office") return { token: (await server.office()).token };
  const { caller, deviceId } = await server.installed();
  if (isTraining)
    await server.rows(
      `update device set installation = installation || '{"isTraining": true}' where device_id = $1`,
      [deviceId],
    );
  return { token: caller.token, deviceId };
}

/** Sends a request as the document shows it. */
async function sendExample(call: DocumentedCall) {
  const query = Object.fromEntries(
    call.parameters
      .filter((parameter) => parameter.in === "query" && parameter.required)
      .map(({ name, example }) => [name, String(example)]),
  );
  const form = call.operation.requestBody?.content["application/x-www-form-urlencoded"]?.example;
  return send(server.app, call, {
    ...(await findCaller(call)),
    query,
    ...(form !== undefined && {
      body: new URLSearchParams(form as Record<string, string>).toString(),
      contentType: "application/x-www-form-urlencoded",
    }),
  });
}

describe("The examples of the OpenAPI document", () => {
  it("of requests are understood, and answered with a documented status", async () => {
    const sent = calls.filter(({ takesMultipart }) => !takesMultipart);
    const findCalls = (names: readonly string[]) =>
      names.flatMap((name) => sent.filter((call) => call.name === name));
    const others = sent.filter(({ name }) => ![...first, ...last].includes(name));
    const inOrder = [...findCalls(first), ...others, ...findCalls(last)];
    const wrong: string[] = [];
    let done = 0;
    for (const call of inOrder) {
      const { status, body } = await sendExample(call);
      if (status === 200) done += 1;
      const isDocumented = String(status) in call.operation.responses;
      // 422 is an order or a hash that does not fit the message.
      if (!isDocumented || [400, 415, 422, 500].includes(status))
        wrong.push(`${call.name}: ${status} ${body}`);
    }
    expect(wrong).toEqual([]);
    // The others name a job, a document or a code that the server does not have, and are told so.
    expect(done).toBeGreaterThan(100);
  }, 240_000);

  it("of answers are what a client of the contract accepts", () => {
    const exported: readonly unknown[] = [...Object.values(contract), ...Object.values(office)];
    const known = new Map(exported.filter(isCall).map((call) => [call.name, call]));
    const parsed: string[] = [];
    const wrong: string[] = [];
    for (const { name, operation } of calls) {
      const response = documentedSchemas[name]?.response ?? known.get(name)?.response;
      const { example } = operation.responses["200"]?.content["application/json"] ?? {};
      if (!response || example === undefined) continue;
      parsed.push(name);
      const { success, error } = z.safeParse(response, example);
      if (!success) wrong.push(`${name}: ${z.prettifyError(error)}`);
    }
    expect(wrong).toEqual([]);
    expect(parsed.length).toBeGreaterThan(100);
  });

  it("of refusals are problems with the status that they stand under", () => {
    const wrong = calls.flatMap(({ name, operation }) =>
      Object.entries(operation.responses)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, { content }]) =>
          Object.values(content).map((media) => ({ status, media })),
        )
        .flatMap(({ status, media }) =>
          Object.entries(media.examples ?? {}).map(([code, { value }]) => ({
            status,
            code,
            value,
          })),
        )
        .filter(({ status, code, value }) => {
          const { success, data } = z.safeParse(contract.problem, value);
          return !success || data.status !== Number(status) || data.code !== code;
        })
        .map(({ status, code }) => `${name} ${status} ${code}`),
    );
    expect(wrong).toEqual([]);
  });
});

function isCall(value: unknown): value is contract.Call {
  return typeof value === "object" && value !== null && "response" in value && "path" in value;
}
