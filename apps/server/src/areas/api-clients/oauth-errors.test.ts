import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestLimits } from "@fieldfare/contract";
import { type InProcessServer, startInProcessServer } from "../../testing/in-process.ts";

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcessServer({ requestsPerMinute: 100 });
});
afterAll(() => server.close());

const form = "application/x-www-form-urlencoded";

async function ask(type: string, payload: string, more: InjectOptions = {}) {
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/oauth/token",
    headers: { "content-type": type },
    payload,
    ...more,
  });
  return { status: answer.statusCode, type: answer.headers["content-type"], body: answer.json() };
}

describe("Every refusal of the token call is an error of OAuth 2.0, and has the members of a problem", () => {
  it.each([
    ["malformed JSON", "application/json", "{", 400, "invalid", "This is not JSON"],
    [
      "JSON that names __proto__",
      "application/json",
      '{"__proto__":{}}',
      400,
      "invalid",
      "The JSON names __proto__",
    ],
    ["another type", "text/xml", "<a/>", 415, "invalid", "Unsupported Media Type"],
    [
      "a long body",
      form,
      "a".repeat(requestLimits.jsonBytes + 1),
      413,
      "too-large",
      "The request is too large",
    ],
  ])("%s", async (_what, type, payload, status, code, description) => {
    expect(await ask(type, payload)).toEqual({
      status,
      type: "application/json; charset=utf-8",
      body: expect.objectContaining({
        error: "invalid_request",
        error_description: description,
        status,
        code,
        title: expect.any(String),
        requestId: expect.any(String),
      }),
    });
  });

  it("too many requests", async () => {
    const remoteAddress = "192.0.2.1";
    for (let request = 0; request < 100; request += 1) await ask(form, "a=1", { remoteAddress });
    expect(await ask(form, "a=1", { remoteAddress })).toMatchObject({
      status: 429,
      type: "application/json; charset=utf-8",
      body: { error: "temporarily_unavailable", code: "too-many-attempts" },
    });
  });

  it("and no other call has them", async () => {
    const answer = await server.app.inject({
      method: "POST",
      url: "/api/office/token",
      headers: { "content-type": "application/json" },
      payload: "{",
    });
    expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
    expect(answer.json()).not.toHaveProperty("error");
  });
});
