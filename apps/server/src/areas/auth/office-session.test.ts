import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  changeSessionPassword,
  continueOfficeSession,
  endOfficeSession,
  listJobs,
  startOfficeSession,
} from "@fieldfare/contract/office";
import { password } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

const officeEmail = "office@fieldfare.example";
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } });
});
afterAll(() => server.stop());

async function post(
  { path }: { readonly path: string },
  { body, headers }: { body?: object; headers?: Record<string, string> } = {},
) {
  const response = await fetch(server.origin + path, {
    method: "POST",
    headers: { ...(body && { "Content-Type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const setCookie = response.headers.get("set-cookie") ?? "";
  return {
    status: response.status,
    body: (await response.json()) as { token?: string; code?: string },
    setCookie,
    cookie: setCookie.split(";")[0] ?? "",
  };
}

const signIn = (headers: Record<string, string> = {}) =>
  post(startOfficeSession, { body: { email: officeEmail, password }, headers });
const continueWith = (cookie: string) => post(continueOfficeSession, { headers: { cookie } });

describe("a session of the office in a browser", () => {
  it("keeps the refresh token in a cookie that scripts and other sites do not get", async () => {
    const started = await signIn();
    expect(started.status).toBe(200);
    expect(Object.keys(started.body).toSorted()).toEqual(["expiresOn", "token"]);
    expect(started.setCookie).toMatch(
      /^fieldfare_office=[\w-]{40,}; Path=\/api\/office\/session; HttpOnly; SameSite=Strict$/,
    );
    expect((await signIn({ "X-Forwarded-Proto": "https" })).setCookie).toMatch(/; Secure$/);
  });

  it("sends the cookie only over TLS if the public address has it, whatever a proxy says", async () => {
    const behindProxy = await startTestServer({
      config: { publicUrl: "https://fieldfare.example" },
    });
    try {
      const { headers } = await fetch(behindProxy.origin + startOfficeSession.path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: officeEmail, password }),
      });
      expect(headers.get("set-cookie")).toMatch(/; Secure$/);
    } finally {
      await behindProxy.stop();
    }
  });

  it("continues with the cookie, which changes, and its token works", async () => {
    const { cookie } = await signIn();
    const continued = await continueWith(`other=1; ${cookie}`);
    expect(continued.status).toBe(200);
    expect(continued.cookie).not.toBe(cookie);
    const token = continued.body.token ?? "";
    expect((await server.request(listJobs, { token })).status).toBe(200);
  });

  it("goes on with another cookie after its user has changed the password", async () => {
    const { cookie, body } = await signIn();
    const headers = { cookie, Authorization: `Bearer ${body.token}` };
    const change = (from: string, newPassword: string, authorisation = headers) =>
      post(changeSessionPassword, {
        body: { password: from, newPassword },
        headers: authorisation,
      });
    expect(await change("a guess", "Another-password-1")).toMatchObject({
      status: 401,
      body: { code: "bad-credentials" },
      setCookie: "",
    });
    const changed = await change(password, "Another-password-1");
    expect(Object.keys(changed.body).toSorted()).toEqual(["expiresOn", "token"]);
    expect((await continueWith(cookie)).status).toBe(401);
    const continued = await continueWith(changed.cookie);
    expect(continued.status).toBe(200);
    const again = { cookie: continued.cookie, Authorization: `Bearer ${continued.body.token}` };
    expect((await change("Another-password-1", password, again)).status).toBe(200);
  });

  it("ends on every server when its user signs out", async () => {
    const { cookie } = await signIn();
    const ended = await post(endOfficeSession, { headers: { cookie } });
    expect(ended.setCookie).toContain("Max-Age=0");
    expect(await continueWith(cookie)).toMatchObject({
      status: 401,
      body: { code: "unauthorised" },
      setCookie: expect.stringContaining("Max-Age=0"),
    });
  });

  it.each(["", "fieldfare_office=", "fieldfare_office=a%20b", "fieldfare_office=unknown"])(
    "is refused for the cookie '%s'",
    async (cookie) => {
      expect((await continueWith(cookie)).status).toBe(401);
      expect((await post(endOfficeSession, { headers: { cookie } })).status).toBe(200);
    },
  );

  it("is refused with a wrong password, and sets no cookie", async () => {
    const refused = await post(startOfficeSession, {
      body: { email: officeEmail, password: "wrong" },
    });
    expect(refused).toMatchObject({ status: 401, setCookie: "" });
  });
});
