import { randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listAccounts, listJobs, officeSignIn, resetPassword } from "@fieldfare/contract/office";
import type { OidcSettings } from "../../config.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

interface ProviderPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/** Whom the provider knows, by subject. */
const people = new Map<string, ProviderPerson>();
/** Who sits in front of the browser. */
let subject = "";

let providerServer: HttpServer;
let issuer: string;
let answer: RequestListener = (_request, response) => void response.writeHead(503).end();
let server: TestServer;

const settings = (more: Partial<OidcSettings> = {}): OidcSettings => ({
  issuer,
  clientId: "fieldfare",
  clientSecret: "a secret of the provider",
  scope: "openid email profile groups",
  rolesClaim: "groups",
  roles: { "office-admins": "administrator", planners: "planner", readers: "viewer" },
  ...more,
});

beforeAll(async () => {
  providerServer = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => void providerServer.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(providerServer.address() as AddressInfo).port}`;
  server = await startTestServer({ config: { oidc: settings() } });
  const provider = createProvider([`${server.origin}/api/office/oidc/callback`]);
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith("/interaction/"))
      void provider.interactionFinished(request, response, { login: { accountId: subject } });
    else void callback(request, response);
  };
});
afterAll(async () => {
  await server.stop();
  providerServer.closeAllConnections();
  providerServer.close();
});

function createProvider(redirectUris: string[]): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: "fieldfare",
        client_secret: "a secret of the provider",
        redirect_uris: redirectUris,
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name"],
      groups: ["groups"],
    },
    scopes: ["openid", "email", "profile", "groups"],
    cookies: { keys: ["only for this test"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      const clientId = oidc.client?.clientId;
      if (accountId === undefined || clientId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ accountId, clientId });
      grant.addOIDCScope("openid email profile groups");
      await grant.save();
      return grant;
    },
  });
}

interface Step {
  readonly status: number;
  readonly location: string;
}

/** A browser: it keeps the cookies of each origin, and follows redirects when it is told to. */
function openBrowser() {
  const cookies = new Map<string, Map<string, string>>();
  async function send(url: string, method = "GET") {
    const { origin } = new URL(url);
    const own = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, own);
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: { cookie: [...own].map((pair) => pair.join("=")).join("; ") },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      own.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }
  async function go(url: string): Promise<Step> {
    const response = await send(url);
    const location = response.headers.get("location") ?? "";
    return { status: response.status, location: location && new URL(location, url).href };
  }
  return {
    send,
    go,
    /** Signs in at the provider, and returns the address with the code, to which the browser is sent. */
    async reachCallback(returnTo = "/office/jobs", origin = server.origin): Promise<string> {
      const begun = await go(`${origin}/api/office/oidc/sign-in?returnTo=${returnTo}`);
      expect(begun.status).toBe(303);
      let { location } = begun;
      while (!location.includes("/api/office/oidc/callback")) {
        const step = await go(location);
        expect(step.location, `after ${location}`).not.toBe("");
        ({ location } = step);
      }
      return location;
    },
    async takeToken() {
      const response = await send(`${server.origin}/api/office/oidc/token`, "POST");
      const body = (await response.json()) as { tokenModel?: { token: string }; code?: string };
      return { status: response.status, code: body.code, token: body.tokenModel?.token ?? null };
    },
  };
}

function addPerson(person: ProviderPerson): { email: string } {
  subject = randomUUID();
  const email = person.email ?? `${subject.slice(0, 8)}@landlord.example`;
  people.set(subject, { email, email_verified: true, name: "Kim Provider", ...person });
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
    people.set(subject, { email: changed, name: "Kim Newname", groups: ["readers"] });
    await signIn();
    const account = await findAccount(changed);
    expect(account).toMatchObject({ name: "Kim Newname", roles: ["viewer"] });
    const { rows } = await server.database.pool.query(
      "select action, actor_name, before, after from audit_entry where object_id = $1 order by sequence",
      [account?.accountId],
    );
    const oidcSubject = `${issuer} ${subject}`;
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
    people.set(subject, { ...people.get(subject), groups: [] });
    expect((await signIn()).refused).toBe("no-role");
    expect((await server.request(listJobs, { token })).status).toBe(403);
    expect(await findAccount(email)).toMatchObject({ roles: [] });
    people.set(subject, { ...people.get(subject), groups: ["readers"] });
    expect((await signIn()).refused).toBeNull();
    expect((await server.request(listJobs, { token })).status).toBe(200);
  });

  it("takes over the office account with the same address if the provider has checked it; its password ends", async () => {
    const { email } = addPerson({ groups: ["planners"], email_verified: false });
    await officeAccount(email, ["viewer"]);
    const body = { email, password: "Fieldfare-1" };
    expect((await signIn()).refused).toBe("other-account");
    expect((await server.request(officeSignIn, { body, token: null })).status).toBe(200);
    people.set(subject, { ...people.get(subject), email_verified: true });
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
    people.set(subject, { ...people.get(subject), groups: ["readers"] });
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
    for (const [name, value] of Object.entries({ error: "access_denied", state, iss: issuer }))
      callback.searchParams.set(name, value);
    expect((await browser.go(callback.href)).location).toBe(
      `${server.origin}/office/?signInRefused=failed`,
    );
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
