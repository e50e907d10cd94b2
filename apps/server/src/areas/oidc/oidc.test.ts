import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginProviderSignIn, providerScreen } from "@fieldfare/contract";
import {
  finishOidcSignIn,
  listAccounts,
  listJobs,
  officeSignIn,
  resetPassword,
} from "@fieldfare/contract/office";
import type { OidcSettings } from "../../config.ts";
import {
  identityClient,
  type IdentityProvider,
  openTestBrowser,
  type ProviderPerson,
  startIdentityProvider,
} from "../../testing/identity-provider.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

let provider: IdentityProvider;
let server: TestServer;
/** Who sits in front of the browser. */
let subject = "";

const settings = (more: Partial<OidcSettings> = {}): OidcSettings => ({
  issuer: provider.issuer,
  ...identityClient,
  roles: { "office-admins": "administrator", planners: "planner", readers: "viewer" },
  engineers: [],
  ...more,
});

beforeAll(async () => {
  provider = await startIdentityProvider();
  server = await startTestServer({ config: { oidc: settings() } });
  provider.serve([`${server.origin}${finishOidcSignIn.path}`], (_request, _response, finish) =>
    finish(subject),
  );
});
afterAll(async () => {
  await server.stop();
  provider.stop();
});

/** A browser that signs in at the provider. */
function openBrowser() {
  const browser = openTestBrowser();
  return {
    ...browser,
    /** Signs in at the provider, and returns the address with the code, to which the browser is sent. */
    async reachCallback(returnTo = "/office/jobs", origin = server.origin): Promise<string> {
      const begun = await browser.go(`${origin}/api/office/oidc/sign-in?returnTo=${returnTo}`);
      expect(begun.status).toBe(303);
      return browser.goUntil(begun.location, finishOidcSignIn.path);
    },
    async takeToken() {
      const response = await browser.send(`${server.origin}/api/office/oidc/token`, "POST");
      const body = (await response.json()) as { tokenModel?: { token: string }; code?: string };
      return { status: response.status, code: body.code, token: body.tokenModel?.token ?? null };
    },
  };
}

function addPerson(person: ProviderPerson): { email: string } {
  subject = randomUUID();
  const email = person.email ?? `${subject.slice(0, 8)}@landlord.example`;
  provider.people.set(subject, { email, email_verified: true, name: "Kim Provider", ...person });
  return { email };
}

async function signIn() {
  const browser = openBrowser();
  const { location } = await browser.go(await browser.reachCallback());
  const refused = new URL(location).searchParams.get("signInRefused");
  return { refused, ...(await browser.takeToken()) };
}

async function findAccount(email: string) {
  return (await server.call(listAccounts)).find((account) => account.email === email);
}

const officeAccount = (email: string, roles: string[]) =>
  server.database.pool.query(
    `insert into account (account_id, name, email, password_hash, user_type, roles)
     select gen_random_uuid(), 'Local', $1, password_hash, 2, $2 from account
      where user_type = 2 and email = 'office@fieldfare.example'`,
    [email, roles],
  );

describe("somebody whom the provider knows", () => {
  it("signs in, gets an account with the roles of the claims, and comes back to the page", async () => {
    const { email } = addPerson({ groups: ["planners", "something else"] });
    const browser = openBrowser();
    const { status, location } = await browser.go(await browser.reachCallback());
    expect({ status, location }).toEqual({ status: 303, location: `${server.origin}/office/jobs` });
    const { token } = await browser.takeToken();
    expect((await server.request(listJobs, { token })).status).toBe(200);
    expect((await server.request(listAccounts, { token })).status).toBe(403);
    expect(await findAccount(email)).toMatchObject({
      name: "Kim Provider",
      roles: ["planner"],
      usesOidc: true,
      mustChangePassword: false,
    });
  });

  it("has the address and name of the userinfo address when the id token says the roles alone", async () => {
    const { email } = addPerson({ groups: ["planners"], inIdToken: ["groups"] });
    expect((await signIn()).refused).toBeNull();
    expect(await findAccount(email)).toMatchObject({ name: "Kim Provider", roles: ["planner"] });
  });

  it("gets the tokens once", async () => {
    addPerson({ groups: ["readers"] });
    const browser = openBrowser();
    await browser.go(await browser.reachCallback());
    expect((await browser.takeToken()).status).toBe(200);
    expect(await browser.takeToken()).toMatchObject({ status: 401, code: "unauthorised" });
  });

  it("gets a session of the browser instead, once, whose refresh token scripts cannot read", async () => {
    addPerson({ groups: ["readers"] });
    const browser = openBrowser();
    await browser.go(await browser.reachCallback());
    const start = () => browser.send(`${server.origin}/api/office/oidc/session`, "POST");
    const started = await start();
    const { token, ...rest } = (await started.json()) as { token: string };
    expect((await server.request(listJobs, { token })).status).toBe(200);
    expect(Object.keys(rest)).toEqual(["expiresOn"]);
    const [oidcCookie, sessionCookie] = started.headers.getSetCookie();
    expect(oidcCookie).toMatch(/^fieldfare-oidc=; .*Max-Age=0/);
    expect(sessionCookie).toMatch(/^fieldfare_office=[\w-]{40,}; .*HttpOnly; SameSite=Strict$/);
    const continued = await browser.send(`${server.origin}/api/office/session/refresh`, "POST");
    expect(continued.status).toBe(200);
    expect((await start()).status).toBe(401);
  });

  it("has other roles and another address from the next sign-in on, which is recorded", async () => {
    const { email } = addPerson({ groups: ["planners"] });
    await signIn();
    const changed = `new.${email}`;
    provider.people.set(subject, { email: changed, name: "Kim Newname", groups: ["readers"] });
    await signIn();
    const account = await findAccount(changed);
    expect(account).toMatchObject({ name: "Kim Newname", roles: ["viewer"] });
    const { rows } = await server.database.pool.query(
      "select action, actor_name, before, after from audit_entry where object_id = $1 order by sequence",
      [account?.accountId],
    );
    const oidcSubject = `${provider.issuer} ${subject}`;
    const first = { name: "Kim Provider", email, roles: ["planner"], oidcSubject };
    const second = { name: "Kim Newname", email: changed, roles: ["viewer"], oidcSubject };
    expect(rows).toEqual([
      { action: "account-added", actor_name: "Kim Provider", before: null, after: first },
      { action: "account-changed", actor_name: "Kim Newname", before: first, after: second },
    ]);
  });

  it("is refused without a role, without an address, and while disabled", async () => {
    addPerson({ groups: ["something else"] });
    expect(await signIn()).toMatchObject({ refused: "no-role", status: 401 });
    addPerson({ groups: ["planners"], email: "no address" });
    expect(await signIn()).toMatchObject({ refused: "no-email", status: 401 });
    const { email } = addPerson({ groups: ["planners"] });
    const { token } = await signIn();
    await server.database.pool.query("update account set disabled_on = now() where email = $1", [
      email,
    ]);
    expect(await signIn()).toMatchObject({ refused: "account-disabled", status: 401 });
    expect((await server.request(listJobs, { token })).status).toBe(403);
  });

  it("keeps no role once the provider gives none: an open session may then do nothing", async () => {
    const { email } = addPerson({ groups: ["planners"] });
    const { token } = await signIn();
    provider.people.set(subject, { ...provider.people.get(subject), groups: [] });
    expect((await signIn()).refused).toBe("no-role");
    expect((await server.request(listJobs, { token })).status).toBe(403);
    expect(await findAccount(email)).toMatchObject({ roles: [] });
    provider.people.set(subject, { ...provider.people.get(subject), groups: ["readers"] });
    expect((await signIn()).refused).toBeNull();
    expect((await server.request(listJobs, { token })).status).toBe(200);
  });

  it("takes over the office account with the same address if the provider has checked it; its password ends", async () => {
    const { email } = addPerson({ groups: ["planners"], email_verified: false });
    await officeAccount(email, ["viewer"]);
    const body = { email, password: "Fieldfare-1" };
    expect((await signIn()).refused).toBe("other-account");
    expect((await server.request(officeSignIn, { body, token: null })).status).toBe(200);
    provider.people.set(subject, { ...provider.people.get(subject), email_verified: true });
    expect((await signIn()).refused).toBeNull();
    expect((await server.request(officeSignIn, { body, token: null })).status).toBe(401);
    const account = await findAccount(email);
    expect(account).toMatchObject({ roles: ["planner"], usesOidc: true });
    const params = { accountId: account?.accountId ?? "" };
    const reset = { params, body: { password: "a-second-way-in" } };
    expect((await server.request(resetPassword, reset)).status).toBe(409);
  });

  it("never takes over an engineer's account", async () => {
    const { email } = await server.addEngineer("Kim");
    addPerson({ groups: ["office-admins"], email });
    expect((await signIn()).refused).toBe("other-account");
  });

  it("stays administrator as the last one", async () => {
    const { email } = addPerson({ groups: ["office-admins"] });
    await signIn();
    const roles = (list: string) =>
      server.database.pool.query(
        "update account set roles = $1 where user_type = 2 and email <> $2",
        [list, email],
      );
    await roles("{viewer}");
    provider.people.set(subject, { ...provider.people.get(subject), groups: ["readers"] });
    expect((await signIn()).refused).toBe("last-administrator");
    await roles("{administrator}");
    expect((await signIn()).refused).toBeNull();
  });
});

describe("an answer of the provider", () => {
  it("opens nothing in another browser, a second time, with another state, or with another code", async () => {
    addPerson({ groups: ["planners"] });
    const [browser, other] = [openBrowser(), openBrowser()];
    const callback = await browser.reachCallback();
    await other.reachCallback();
    expect((await other.go(callback)).location).toContain("signInRefused=failed");
    expect((await other.takeToken()).status).toBe(401);
    expect((await browser.go(callback)).location).not.toContain("signInRefused");
    expect((await browser.go(callback)).location).toContain("signInRefused=failed");
    for (const [name, value] of [
      ["state", "another"],
      ["code", "another"],
      ["iss", "http://127.0.0.1:1"],
    ] as const) {
      const next = openBrowser();
      const changed = new URL(await next.reachCallback());
      changed.searchParams.set(name, value);
      expect((await next.go(changed.href)).location).toContain("signInRefused=failed");
      expect((await next.takeToken()).status).toBe(401);
    }
  });

  it("that refuses the sign-in leads back to the page with the reason", async () => {
    const browser = openBrowser();
    const begun = await browser.go(`${server.origin}/api/office/oidc/sign-in`);
    const state = new URL(begun.location).searchParams.get("state") ?? "";
    const callback = new URL(`${server.origin}/api/office/oidc/callback`);
    for (const [name, value] of Object.entries({
      error: "access_denied",
      state,
      iss: provider.issuer,
    }))
      callback.searchParams.set(name, value);
    expect((await browser.go(callback.href)).location).toBe(
      `${server.origin}/office/?signInRefused=failed`,
    );
  });
});

describe("the sign-in at a provider that does not answer", () => {
  it("leads the office and engineers back to a page with the reason", async () => {
    const away = await startIdentityProvider();
    away.stop();
    const lost = await startTestServer({
      config: { oidc: settings({ issuer: away.issuer, engineers: ["field"] }) },
    });
    const go = async (path: string) =>
      (await openTestBrowser().go(`${lost.origin}${path}`)).location;
    expect(await go("/api/office/oidc/sign-in?returnTo=/office/jobs")).toBe(
      `${lost.origin}/office/jobs?signInRefused=failed`,
    );
    expect(await go(beginProviderSignIn.path)).toBe(
      `${lost.origin}${providerScreen}?result=failed`,
    );
    await lost.stop();
  });
});

describe("the sign-in at the provider", () => {
  it("is begun with PKCE, a state, a nonce and a cookie that no script reads", async () => {
    const response = await openBrowser().send(`${server.origin}/api/office/oidc/sign-in`);
    const { searchParams } = new URL(response.headers.get("location") ?? "");
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      client_id: "fieldfare",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^fieldfare-oidc=[\w-]{43}; Path=\/api\/office\/oidc; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
  });

  it("leads back to pages of the office only", async () => {
    for (const returnTo of ["https://evil.example/", "//evil.example/", "/office/../", "/jobs"]) {
      const url = `${server.origin}/api/office/oidc/sign-in?returnTo=${encodeURIComponent(returnTo)}`;
      const { status } = await openBrowser().go(url);
      expect({ returnTo, status }).toEqual({ returnTo, status: 400 });
    }
  });

  it("does not exist where no provider is configured", async () => {
    const plain = await startTestServer();
    const methods = async ({ origin }: { readonly origin: string }) =>
      (await fetch(`${origin}/api/office/session/methods`)).json();
    expect([await methods(server), await methods(plain)]).toEqual([
      { oidc: true },
      { oidc: false },
    ]);
    for (const path of ["sign-in", "callback"])
      expect((await openBrowser().go(`${plain.origin}/api/office/oidc/${path}`)).status).toBe(404);
    await plain.stop();
  });
});
