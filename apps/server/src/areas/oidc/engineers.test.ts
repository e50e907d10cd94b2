import { randomBytes, randomUUID } from "node:crypto";
import { CompactEncrypt, importJWK } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  beginProviderSignIn,
  changePin,
  type EscrowKey,
  finishProviderSignIn,
  getClientSettings,
  openDataKey,
  readProviderSignIn,
  sendByProvider,
  register,
  signInByProvider,
  type TokenModel,
} from "@fieldfare/contract";
import { takeOidcToken } from "@fieldfare/contract/office";
import type { OidcSettings } from "../../config.ts";
import type { Answer, Caller } from "../../testing/caller.ts";
import { aServerWithClock } from "../../testing/clock.ts";
import { createTestKey, type TestKey } from "../../testing/device-keys.ts";
import {
  identityClient,
  type IdentityProvider,
  openTestBrowser,
  type ProviderPerson,
  startIdentityProvider,
} from "../../testing/identity-provider.ts";
import {
  anInstallation,
  install,
  type InstalledEngineer,
  type InProcessServer,
  testPin,
} from "../../testing/in-process.ts";
import { aStatusChange, ordered, post } from "../../testing/messages.ts";
import type { Engineer } from "../../testing/people.ts";

const newPin = "739104";
const dataKey = randomBytes(32).toString("base64");
const opened = { status: 200, body: { dataKey } };

let provider: IdentityProvider;
/** The provider's clock is the real one. */
const { clock, start } = aServerWithClock();
let server: InProcessServer;
let origin: string;
/** Who sits in front of the browser. Null: somebody who cancels. */
let subject: string | null = null;
let sam: Engineer;

const settings = (): OidcSettings => ({
  issuer: provider.issuer,
  ...identityClient,
  roles: { planners: "planner" },
  engineers: ["field"],
});

beforeAll(async () => {
  provider = await startIdentityProvider();
  server = await start({ oidc: settings() });
  origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
  provider.serve([`${origin}${finishProviderSignIn.path}`], (_request, _response, finish) =>
    finish(subject),
  );
});
beforeEach(async () => {
  sam = await server.engineer();
  addPerson({ email: sam.email });
});
afterAll(() => provider.stop());

function addPerson(person: ProviderPerson): void {
  subject = randomUUID();
  provider.people.set(subject, { email_verified: true, groups: ["field"], ...person });
}

type Browser = ReturnType<typeof openTestBrowser>;

/** Signs in at the provider. Returns the browser, and the result that the app reads. */
async function signInAtProvider(
  browser = openTestBrowser(),
  change: (address: URL) => void = () => undefined,
): Promise<{ browser: Browser; result: string | null }> {
  const begun = await browser.go(`${origin}${beginProviderSignIn.path}`);
  const address = new URL(begun.location);
  change(address);
  const callback = await browser.goUntil(address.href, finishProviderSignIn.path);
  const { location } = await browser.go(callback);
  expect(new URL(location).pathname).toBe("/provider");
  return { browser, result: new URL(location).searchParams.get("result") };
}

const cookieOf = (browser: Browser) => ({
  cookie: browser.readCookies(`${origin}${signInByProvider.path}`),
});
const takeToken = (browser: Browser, caller: Caller = server.anonymous) =>
  caller.post(signInByProvider.path, {}, cookieOf(browser));
const takeSendingToken = (browser: Browser, caller: Caller) =>
  caller.post(sendByProvider.path, {}, cookieOf(browser));
const readToken = ({ body }: Answer) => (body as { tokenModel: TokenModel }).tokenModel;
const unauthorised = { status: 401, body: { code: "unauthorised" } };

/** A phone of Sam's with a key, on which nobody is signed in. */
async function addPhone(key: TestKey = createTestKey()) {
  const installed = await install(server.app, sam, randomUUID(), key);
  return { ...installed, caller: installed.caller.with({ token: undefined }) };
}

const eventsOf = (objectId: string, action: string) =>
  server.rows(
    "select before, after from audit_entry where object_id = $1 and action = $2 order by sequence",
    [objectId, action],
  );

describe("an engineer whom the provider knows", () => {
  it("signs in on a new phone and registers it, as with the password", async () => {
    const { browser, result } = await signInAtProvider();
    expect(result).toBe("done");
    const who = await server.anonymous.with({}).get(readProviderSignIn.path);
    expect(who).toMatchObject(unauthorised);
    const known = await fetch(`${origin}${readProviderSignIn.path}`, {
      headers: cookieOf(browser),
    });
    expect(await known.json()).toEqual({ id: sam.accountId, email: sam.email });
    const signedIn = await takeToken(browser);
    expect(signedIn).toMatchObject({ status: 200, body: { requestSignature: false } });
    const deviceId = randomUUID();
    const phone = server.anonymous.with({ ...readToken(signedIn), deviceId });
    expect(await phone.post(register.path, anInstallation(deviceId))).toMatchObject({
      status: 200,
    });
    expect((await phone.get("/api/job")).status).toBe(200);
  });

  it("is linked to the account with the address once, which keeps its name, address and password", async () => {
    await signInAtProvider();
    const oidcSubject = `${provider.issuer} ${subject}`;
    expect(await eventsOf(sam.accountId, "account-changed")).toEqual([
      { before: { oidcSubject: null }, after: { oidcSubject } },
    ]);
    // From now on the person counts, whatever the address.
    provider.people.set(subject ?? "", { email: "new@landlord.example", groups: ["field"] });
    expect((await signInAtProvider()).result).toBe("done");
    expect(await eventsOf(sam.accountId, "account-changed")).toHaveLength(1);
    const { email, password } = sam;
    expect(await server.anonymous.post("/api/auth/token", { email, password })).toMatchObject({
      status: 200,
    });
    addPerson({ email: sam.email });
    expect((await signInAtProvider()).result).toBe("other-account");
  });

  it("uses a sign-in once, with the browser that made it, and within ten minutes", async () => {
    const { browser } = await signInAtProvider();
    expect(await takeToken(openTestBrowser())).toMatchObject(unauthorised);
    expect((await takeToken(browser)).status).toBe(200);
    expect(await takeToken(browser)).toMatchObject(unauthorised);
    const late = await signInAtProvider();
    clock.aheadMs = 601_000;
    expect(await takeToken(late.browser)).toMatchObject(unauthorised);
  });

  it("gets no token of the office", async () => {
    const { browser } = await signInAtProvider();
    const answer = await server.anonymous.post(takeOidcToken.path, {}, cookieOf(browser));
    expect(answer).toMatchObject(unauthorised);
  });

  it.each<[string, ProviderPerson]>([
    ["no-role", { groups: ["planners"] }],
    ["no-account", { email: "nobody@landlord.example" }],
    ["no-email", { email: "no address" }],
    ["email-unverified", { email_verified: false }],
  ])("is let in with group and checked address only: %s", async (reason, person) => {
    provider.people.set(subject ?? "", { ...provider.people.get(subject ?? ""), ...person });
    const { browser, result } = await signInAtProvider();
    expect(result).toBe(reason);
    expect(await takeToken(browser)).toMatchObject(unauthorised);
  });

  it("is no person of the office", async () => {
    const { rows } = await server.database.pool.query<{ email: string }>(
      "insert into account (account_id, name, email, password_hash, user_type, roles) values (gen_random_uuid(), 'Office', $1, 'none', 2, '{viewer}') returning email",
      [`${randomUUID()}@landlord.example`],
    );
    addPerson({ email: rows[0]?.email ?? "" });
    expect((await signInAtProvider()).result).toBe("other-account");
  });

  it.each(["device-locked", "account-disabled"])(
    "is not let in, and sends what was recorded on the phone, once, as after a sign-in with the password: %s",
    async (code) => {
      const phone = await addPhone();
      const job = await server.job(phone);
      const office = await server.office();
      const forbidden = { status: 403, body: { code: "forbidden" } };
      const early = await signInAtProvider();
      expect(await takeSendingToken(early.browser, phone.caller)).toMatchObject(forbidden);
      if (code === "device-locked")
        await office.post(`/api/office/devices/${phone.deviceId}/lock`, {});
      else await office.post(`/api/office/operatives/${sam.fieldOperativeId}/disable`, {});
      const { browser, result } = await signInAtProvider();
      expect(result).toBe("done");
      const refused = await takeToken(browser, phone.caller);
      expect(refused).toMatchObject({ status: 403, body: { code } });
      expect(await takeSendingToken(browser, server.anonymous)).toMatchObject(forbidden);
      const sending = await takeSendingToken(browser, phone.caller);
      expect(sending).toMatchObject({ status: 200, body: { token: expect.any(String) } });
      expect(await takeSendingToken(browser, phone.caller)).toMatchObject(unauthorised);
      const caller = phone.caller.with({ token: (sending.body as { token: string }).token });
      const step = { ...ordered(aStatusChange(job, "Travelling"), { lane: job.jobId }) };
      expect(await post({ ...phone, caller }, step)).toMatchObject({
        status: 200,
        body: { outcome: "recorded" },
      });
      for (const path of ["/api/job", "/api/installation", "/api/command"])
        expect(await caller.get(path)).toMatchObject({ status: 401 });
    },
  );

  it("sends from the locked phone only, and needs its key for it", async () => {
    const phone = await addPhone();
    const further = await addPhone();
    await (await server.office()).post(`/api/office/devices/${phone.deviceId}/lock`, {});
    const { browser } = await signInAtProvider();
    expect(await takeSendingToken(browser, further.caller)).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
    const unsigned = phone.caller.with({ key: undefined });
    expect(await takeSendingToken(browser, unsigned)).toMatchObject({
      status: 403,
      body: { code: "signature-mismatch" },
    });
  });

  it("has to give the secret again: whoever picked up the phone may be signed in there", async () => {
    const browser = openTestBrowser();
    expect((await signInAtProvider(browser)).result).toBe("done");
    const begun = await openTestBrowser().go(`${origin}${beginProviderSignIn.path}`);
    expect(Object.fromEntries(new URL(begun.location).searchParams)).toMatchObject({
      prompt: "login",
      max_age: "600",
      code_challenge_method: "S256",
    });
    // Whoever holds the phone can change the address that leads to the provider.
    const silent = await signInAtProvider(browser, ({ searchParams }) => {
      searchParams.delete("prompt");
      searchParams.delete("max_age");
    });
    expect(silent.result).toBe("not-asked-again");
    clock.aheadMs = 120_000;
    const earlier = await signInAtProvider(browser, ({ searchParams }) =>
      searchParams.delete("prompt"),
    );
    expect(earlier.result).toBe("not-asked-again");
    expect(await takeToken(browser)).toMatchObject(unauthorised);
  });

  it("who cancels there comes back without a sign-in", async () => {
    subject = null;
    const { browser, result } = await signInAtProvider();
    expect(result).toBe("cancelled");
    expect(await takeToken(browser)).toMatchObject(unauthorised);
  });
});

describe("on a registered phone", () => {
  it("the sign-in ends a lock of the PIN, and gives a phone that lost its data another key", async () => {
    const phone = await addPhone();
    for (let attempt = 0; attempt < 7; attempt += 1)
      await phone.caller.post("/api/auth/token", { email: sam.email, pin: "000000" });
    const { browser } = await signInAtProvider();
    const key = createTestKey();
    expect((await takeToken(browser, phone.caller.with({ key }))).status).toBe(200);
    expect(await eventsOf(phone.deviceId, "device-key-replaced")).toEqual([
      { before: null, after: { proof: "provider" } },
    ]);
    const caller = phone.caller.with({ key });
    expect(await caller.post("/api/auth/token", { email: sam.email, pin: testPin })).toMatchObject({
      status: 200,
    });
  });

  it("a forgotten PIN is changed with it, once, and then the server opens the phone's data key", async () => {
    const phone = await addPhone();
    const { browser } = await signInAtProvider();
    const change = (more: object = {}, caller = phone.caller, pin = newPin) =>
      caller.post(
        changePin.path,
        {
          logonName: { email: sam.email },
          pin,
          reEnterPin: pin,
          deviceId: phone.deviceId,
          provider: true,
          ...more,
        },
        cookieOf(browser),
      );
    expect(await change({ password: "as well" })).toMatchObject({ status: 400 });
    // A PIN that is refused uses up nothing.
    expect(await change({}, phone.caller, "123456")).toMatchObject({ status: 400 });
    expect(await change({}, phone.caller.with({ key: undefined }))).toMatchObject({
      status: 403,
      body: { code: "signature-mismatch" },
    });
    expect(await change()).toMatchObject({ status: 200 });
    expect(await eventsOf(phone.deviceId, "pin-changed")).toEqual([
      { before: null, after: { proof: "provider" } },
    ]);
    expect(await change({}, phone.caller, "864202")).toMatchObject({
      status: 401,
      body: { code: "bad-credentials" },
    });
    const signedIn = await phone.caller.post("/api/auth/token", { email: sam.email, pin: newPin });
    expect(await openDataKeyOf(phone, signedIn)).toMatchObject(opened);
  });

  it("the data key is opened after a sign-in at the provider too", async () => {
    const phone = await addPhone();
    const { browser } = await signInAtProvider();
    const signedIn = await takeToken(browser, phone.caller);
    expect(await openDataKeyOf(phone, signedIn)).toMatchObject(opened);
  });

  it("nobody changes the PIN of somebody else with it", async () => {
    const phone = await addPhone();
    const other = await server.engineer();
    addPerson({ email: other.email });
    const { browser } = await signInAtProvider();
    const body = {
      logonName: { email: sam.email },
      pin: newPin,
      reEnterPin: newPin,
      deviceId: phone.deviceId,
      provider: true,
    };
    for (const cookie of [cookieOf(browser), {}])
      expect(await phone.caller.post(changePin.path, body, cookie)).toMatchObject({
        status: 401,
        body: { code: "bad-credentials" },
      });
  });
});

/** Asks the server, after a sign-in, for the data key that this phone has sealed. */
async function openDataKeyOf(phone: InstalledEngineer, signedIn: Answer): Promise<Answer> {
  const { body } = await server.anonymous.get(getClientSettings.path);
  const { kid, ...publicKey } = (body as { escrowKey: EscrowKey }).escrowKey;
  const content = { accountId: sam.accountId, deviceId: phone.deviceId, dataKey };
  const sealed = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A256GCM", kid })
    .encrypt(await importJWK(publicKey, "ECDH-ES"));
  const caller = phone.caller.with(readToken(signedIn));
  return caller.post(openDataKey.path, { sealed });
}

it("Where no value of the claim makes an engineer, these calls do not exist, and the app is told", async () => {
  const plain = await server.startAnother({ oidc: { ...settings(), engineers: [] } });
  const caller = server.anonymous.with({}, plain);
  const readSetting = async (from: Caller) =>
    ((await from.get(getClientSettings.path)).body as { providerSignIn: boolean }).providerSignIn;
  expect([await readSetting(server.anonymous), await readSetting(caller)]).toEqual([true, false]);
  for (const path of [beginProviderSignIn, finishProviderSignIn, readProviderSignIn])
    expect((await caller.get(path.path)).status).toBe(404);
  for (const path of [signInByProvider, sendByProvider])
    expect((await caller.post(path.path, {})).status).toBe(404);
});
