import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as session from "./session.ts";

interface Answer {
  readonly status: number;
  readonly body: object;
}

let requests: { readonly path: string; readonly authorisation: string | null }[];
let answers: Record<string, Answer | (() => Promise<Answer>)>;

const refused: Answer = {
  status: 401,
  body: { title: "Sign in first", status: 401, code: "unauthorised" },
};

const startedAt = Math.floor(Date.now() / 1000);

function tokenOf(id: string, minutes = 15): string {
  const claims = {
    id,
    name: "Robin Ellis",
    email: "robin@fieldfare.example",
    userType: 2,
    perms: ["13#2"],
    fieldOperativeId: null,
    requestSignature: false,
    recordsMileage: false,
    exp: startedAt + minutes * 60,
  };
  return `head.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature-${id}`;
}

const robin = "0190a000-0000-7000-8000-000000000001";
const session200 = (id = robin, minutes?: number): Answer => ({
  status: 200,
  body: { token: tokenOf(id, minutes), expiresOn: "2026-11-23T09:15:00.000Z" },
});

/** Another tab of the same browser. */
async function openTab(): Promise<typeof session> {
  vi.resetModules();
  return import("./session.ts");
}

beforeEach(() => {
  requests = [];
  answers = {};
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    requests.push({ path, authorisation: new Headers(init.headers).get("Authorization") });
    const answer = answers[path];
    if (!answer) throw new TypeError("Nothing answers");
    const { status, body } = typeof answer === "function" ? await answer() : answer;
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const refresh = "/api/office/session/refresh";

it("continues the session of the cookie, and exchanges it once for requests at the same time", async () => {
  answers[refresh] = session200(robin, 0);
  const tab = await openTab();
  await tab.startSession();
  answers[refresh] = session200();
  const tokens = await Promise.all([tab.readToken(), tab.readToken()]);
  expect(new Set(tokens)).toEqual(new Set([tokenOf(robin)]));
  expect(requests).toHaveLength(2);
});

it("goes on with the session that a changed password begins", async () => {
  answers[refresh] = session200();
  const tab = await openTab();
  await tab.startSession();
  const after = tokenOf(robin, 14);
  answers["/api/office/session/password"] = {
    status: 200,
    body: { token: after, expiresOn: "2026-11-23T09:15:00.000Z" },
  };
  await tab.changePassword("the old one", "the new one");
  expect(requests.at(-1)).toEqual({
    path: "/api/office/session/password",
    authorisation: `Bearer ${tokenOf(robin)}`,
  });
  expect(await tab.readToken()).toBe(after);
});

it("takes up the session of a sign-in at the provider, and otherwise that of the cookie", async () => {
  answers["/api/office/oidc/session"] = session200();
  const tab = await openTab();
  await tab.startSession(true);
  expect(requests.map(({ path }) => path)).toEqual(["/api/office/oidc/session"]);
  expect(await tab.readToken()).toBe(tokenOf(robin));

  answers["/api/office/oidc/session"] = refused;
  answers[refresh] = session200(robin, 14);
  const other = await openTab();
  await other.startSession(true);
  expect(await other.readToken()).toBe(tokenOf(robin, 14));
});

it("a request waits below the sign-in when the session has ended, until another tab has signed in", async () => {
  answers[refresh] = session200();
  const tab = await openTab();
  await tab.startSession();
  answers[refresh] = refused;
  const waiting = tab.readToken(await tab.readToken());
  await vi.waitFor(() => expect(requests).toHaveLength(2));

  answers["/api/office/session"] = session200(robin, 13);
  answers[refresh] = session200(robin, 12);
  const other = await openTab();
  await other.signIn("robin@fieldfare.example", "secret");
  expect(await waiting).toBe(tokenOf(robin, 12));
});

it("a request of one user is not sent in the name of another", async () => {
  answers[refresh] = session200();
  const tab = await openTab();
  await tab.startSession();
  answers[refresh] = refused;
  const waiting = tab.readToken(await tab.readToken());
  const outcome = waiting.catch((error: unknown) => error);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  answers["/api/office/session"] = session200("0190a000-0000-7000-8000-000000000002");
  await tab.signIn("jo@fieldfare.example", "secret");
  expect(await outcome).toBeInstanceOf(tab.AnotherUserSignedIn);
});

it("nor is one whose cookie another tab has replaced", async () => {
  answers[refresh] = session200();
  const tab = await openTab();
  await tab.startSession();
  const token = await tab.readToken();
  answers[refresh] = session200("0190a000-0000-7000-8000-000000000002");
  await expect(tab.readToken(token)).rejects.toBeInstanceOf(tab.AnotherUserSignedIn);
  await expect(tab.readToken(token)).rejects.toBeInstanceOf(tab.AnotherUserSignedIn);
});

it("signs in after an exchange that is under way: its refusal deletes the cookie", async () => {
  let answer: (answer: Answer) => void = () => undefined;
  answers[refresh] = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  answers["/api/office/session"] = session200();
  const tab = await openTab();
  const started = tab.startSession();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  const signedIn = tab.signIn("robin@fieldfare.example", "secret");
  await new Promise((resolve) => void setImmediate(resolve));
  expect(requests).toHaveLength(1);
  answer(refused);
  await Promise.all([started, signedIn]);
  expect(requests).toHaveLength(2);
});
