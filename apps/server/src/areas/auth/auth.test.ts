import { randomUUID } from "node:crypto";
import fastify from "fastify";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mayPlan } from "@fieldfare/domain";
import { type TokenClaims, tokenClaims, type TokenModel, z } from "@fieldfare/contract";
import { aServerWithClock } from "../../testing/clock.ts";
import { type InstalledEngineer, testPin, type InProcessServer } from "../../testing/in-process.ts";
import { password } from "../../testing/people.ts";
import { defaultConfig } from "../../config.ts";
import { TooManyWaiting } from "../../database/limited.ts";
import { verifyCredential } from "../../database/secrets.ts";
import { handleErrors } from "../../http/errors.ts";
import { withinLimit } from "./sign-in.ts";

const { clock, start } = aServerWithClock();
let server: InProcessServer;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await start();
});
beforeEach(async () => {
  sam = await server.installed();
});

function signIn(body: object, deviceId?: string) {
  return server.anonymous.with({ deviceId }).post("/api/auth/token", body);
}

/** What the engineer's phones are told about the account. */
async function noticesOf({ fieldOperativeId }: InstalledEngineer) {
  const rows = await server.rows(
    "select body ->> 'notice' as notice from command where type = 'AccountNotice' and field_operative_id = $1",
    [fieldOperativeId],
  );
  return rows.map(({ notice }) => notice);
}

function readTokens({ body }: { body: unknown }) {
  return (body as { tokenModel: TokenModel }).tokenModel;
}

function readClaims(token: string): TokenClaims {
  return z.parse(
    tokenClaims,
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()),
  );
}

describe("sign-in", () => {
  it("with a password gives a token with the engineer's identity", async () => {
    const answer = await signIn({ email: ` ${sam.email.toUpperCase()} `, password });
    expect(answer).toMatchObject({
      status: 200,
      body: { requestSignature: false, recordsMileage: true, buildNumber: 7321 },
    });
    const claims = readClaims(readTokens(answer).token);
    expect(claims).toMatchObject({ userType: 1, fieldOperativeId: sam.fieldOperativeId });
    expect(mayPlan(claims)).toBe(true);
  });

  it("with the PIN needs the engineer's own registered device", async () => {
    const body = { email: sam.email, pin: testPin };
    expect(await signIn(body, sam.deviceId)).toMatchObject({ status: 200 });
    const alex = await server.installed();
    for (const device of [undefined, randomUUID(), alex.deviceId]) {
      expect(await signIn(body, device)).toMatchObject({
        status: 401,
        body: { code: "bad-credentials" },
      });
    }
  });

  it("answers the same for an unknown name and a wrong password", async () => {
    const wrong = await signIn({ email: sam.email, password: "wrong" });
    const unknown = await signIn({ email: "nobody@fieldfare.example", password: "wrong" });
    const withoutRequest = ({ body }: { readonly body: unknown }) =>
      Object.assign({}, body, { requestId: null });
    expect(withoutRequest(unknown)).toEqual(withoutRequest(wrong));
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
  });

  it.each(["password", "pin"] as const)(
    "after 5 failures the sixth and right %s is accepted, and the count starts again",
    async (kind) => {
      const right = kind === "pin" ? testPin : password;
      for (let round = 0; round < 2; round += 1) {
        for (let failure = 0; failure < 5; failure += 1)
          expect(await signIn({ email: sam.email, [kind]: "000000" }, sam.deviceId)).toMatchObject({
            status: 401,
          });
        expect(await signIn({ email: sam.email, [kind]: right }, sam.deviceId)).toMatchObject({
          status: 200,
        });
      }
    },
  );

  it("after 6 failures in 15 minutes answers 429, even to the right password, until the 15 minutes are over", async () => {
    for (let failure = 0; failure < 6; failure += 1) {
      expect(await signIn({ email: sam.email, password: "wrong" })).toMatchObject({ status: 401 });
    }
    const blocked = await signIn({ email: sam.email, password });
    expect(blocked).toMatchObject({ status: 429, body: { code: "too-many-attempts" } });
    expect(blocked.headers["retry-after"]).toBe("900");
    clock.aheadMs = 15 * 60_000 + 1_000;
    expect(await signIn({ email: sam.email, password })).toMatchObject({ status: 200 });
  });

  it("the sixth wrong PIN locks the PIN until the right password is given on that device", async () => {
    for (let failure = 0; failure < 6; failure += 1) {
      clock.aheadMs += 4 * 60_000;
      expect(await signIn({ email: sam.email, pin: "000000" }, sam.deviceId)).toMatchObject({
        status: 401,
      });
    }
    clock.aheadMs += 60 * 60_000;
    expect(await signIn({ email: sam.email, pin: testPin }, sam.deviceId)).toMatchObject({
      status: 403,
      body: { code: "pin-locked" },
    });
    expect(await signIn({ email: sam.email, password })).toMatchObject({ status: 200 });
    expect(await signIn({ email: sam.email, pin: testPin }, sam.deviceId)).toMatchObject({
      status: 403,
    });
    expect(await signIn({ email: sam.email, password }, sam.deviceId)).toMatchObject({
      status: 200,
    });
    expect(await signIn({ email: sam.email, pin: testPin }, sam.deviceId)).toMatchObject({
      status: 200,
    });
  });

  it.each([
    [
      "PIN",
      () => ({ pin: "000000" }),
      true,
      { secret: "pin", code: "too-many-attempts", limit: "device" },
    ],
    [
      "password",
      () => ({ password: "wrong" }),
      false,
      { secret: "password", code: "too-many-attempts", limit: "account" },
    ],
  ])(
    "that is refused after too many wrong ones (%s) leaves one audit entry",
    async (_name, secret, isOnDevice, after) => {
      for (let attempt = 0; attempt < 9; attempt += 1)
        await signIn({ email: sam.email, ...secret() }, isOnDevice ? sam.deviceId : undefined);
      const entries = await server.rows(
        `select object_type, after, address is not null as is_from_somewhere from audit_entry
          where action = 'attempts-used-up' and field_operative_id = $1`,
        [sam.fieldOperativeId],
      );
      expect(entries).toEqual([
        { object_type: isOnDevice ? "device" : "account", after, is_from_somewhere: true },
      ]);
      expect(await noticesOf(sam)).toEqual(["attempts-used-up"]);
    },
  );

  it("the sixth wrong PIN is recorded and told at once, and told once a day", async () => {
    const tryWrong = () => signIn({ email: sam.email, pin: "000000" }, sam.deviceId);
    for (let attempt = 0; attempt < 5; attempt += 1) await tryWrong();
    expect(await noticesOf(sam)).toEqual([]);
    await tryWrong();
    expect(await noticesOf(sam)).toEqual(["attempts-used-up"]);
    for (let attempt = 0; attempt < 7; attempt += 1)
      await signIn({ email: sam.email, password: "wrong" });
    expect(await noticesOf(sam)).toEqual(["attempts-used-up"]);
  });

  it("many wrong PINs at once are recorded and told once", async () => {
    const tries = Array.from({ length: 30 }, () =>
      signIn({ email: sam.email, pin: "000000" }, sam.deviceId),
    );
    await Promise.all(tries);
    expect(await noticesOf(sam)).toEqual(["attempts-used-up"]);
    const entries = await server.rows(
      "select after ->> 'code' as code from audit_entry where action = 'attempts-used-up' and object_id = $1",
      [sam.deviceId],
    );
    expect(entries).toEqual([{ code: "too-many-attempts" }]);
  });

  it("the right password also ends the wait after wrong PINs on that device", async () => {
    for (let failure = 0; failure < 6; failure += 1)
      expect(await signIn({ email: sam.email, pin: "000000" }, sam.deviceId)).toMatchObject({
        status: 401,
      });
    await signIn({ email: sam.email, password }, sam.deviceId);
    expect(await signIn({ email: sam.email, pin: testPin }, sam.deviceId)).toMatchObject({
      status: 200,
    });
  });

  it("a locked PIN works again after it is changed", async () => {
    for (let failure = 0; failure < 6; failure += 1) {
      clock.aheadMs += 4 * 60_000;
      await signIn({ email: sam.email, pin: "000000" }, sam.deviceId);
    }
    const changed = await server.anonymous.post("/api/auth/changepin", {
      logonName: { email: sam.email },
      pin: "864202",
      reEnterPin: "864202",
      deviceId: sam.deviceId,
      password,
    });
    expect(changed).toMatchObject({ status: 200 });
    expect(await signIn({ email: sam.email, pin: "864202" }, sam.deviceId)).toMatchObject({
      status: 200,
    });
  });

  it("hundreds of guesses at once check no more PINs than one after the other", async () => {
    const guesses = Array.from({ length: 200 }, (_, guess) => String(100_000 + guess));
    const answers = await Promise.all(
      guesses.map((pin) => signIn({ email: sam.email, pin }, sam.deviceId)),
    );
    const rejected = answers.filter(({ status }) => status === 401);
    expect(rejected.length).toBeLessThanOrEqual(6);
    expect(answers.every(({ status }) => [401, 403, 429].includes(status))).toBe(true);
  });

  it("that cannot be checked now is answered 503 with Retry-After, and does not count as a failure", async () => {
    const app = fastify();
    handleErrors(app);
    const key = { email: sam.email, address: "192.0.2.7", max: 1 };
    const config = { ...defaultConfig, now: () => new Date() };
    const check = (authenticate: () => Promise<string | null>) =>
      withinLimit({ database: server.database, config }, [key], authenticate);
    app.get("/", () => check(() => Promise.reject(new TooManyWaiting("Too many calls"))));
    const answer = await app.inject("/");
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("5");
    expect(answer.json()).toMatchObject({ code: "unavailable" });
    expect(await check(async () => "signed in")).toBe("signed in");
    await app.close();
  });

  it("of a PIN that cannot be checked now leaves the count of wrong PINs as it was", async () => {
    const flood = new AbortController();
    const [salt, tag] = [Buffer.alloc(16), Buffer.alloc(32)].map((zeros) =>
      zeros.toString("base64"),
    );
    const cheapHash = `argon2id$64$1$${salt}$${tag}`;
    const keepBusy = async () => {
      while (!flood.signal.aborted)
        await verifyCredential("a password", cheapHash).catch(
          () => new Promise((done) => setImmediate(done)),
        );
    };
    const others = Array.from({ length: 1_000 }, keepBusy);
    let status = 0;
    while (status !== 503) {
      ({ status } = await signIn({ email: sam.email, pin: testPin }, sam.deviceId));
      expect([200, 503]).toContain(status);
    }
    flood.abort();
    await Promise.all(others);
    expect(
      await server.rows("select pin_failed_count from device where device_id = $1", [sam.deviceId]),
    ).toEqual([{ pin_failed_count: 0 }]);
  });

  it("forty passwords at once, on two servers, are limited as if tried one after the other", async () => {
    const other = await server.startAnother();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, guess) =>
        server.anonymous
          .with({}, guess % 2 === 0 ? server.app : other)
          .post("/api/auth/token", { email: sam.email, password: `guess ${guess}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(6);
    expect(statuses.filter((status) => status === 429)).toHaveLength(34);
  });

  it("an address from which many accounts are tried is locked out, and no other address is", async () => {
    const app = await server.startAnother({ trustProxy: 1, signInFailuresOfAddress: 10 });
    const from = (address: string, body: object, deviceId?: string) =>
      server.anonymous
        .with({ deviceId }, app)
        .post("/api/auth/token", body, { "X-Forwarded-For": address });
    for (let guess = 0; guess < 10; guess += 1)
      expect(
        await from("192.0.2.1", { email: `nobody-${guess}@fieldfare.example`, password: "wrong" }),
      ).toMatchObject({ status: 401 });
    const right = { email: sam.email, password };
    expect(await from("192.0.2.1", right)).toMatchObject({ status: 429 });
    expect(await from("192.0.2.2", right)).toMatchObject({ status: 200 });
    // On an engineer's own phone, failures of others at the same address do not count.
    expect(await from("192.0.2.1", right, sam.deviceId)).toMatchObject({ status: 200 });
    expect(await from("192.0.2.1", { email: sam.email, pin: testPin }, sam.deviceId)).toMatchObject(
      { status: 200 },
    );
  });

  it("a lock-out ends even while somebody keeps trying", async () => {
    const wrong = { email: sam.email, password: "wrong" };
    for (let failure = 0; failure < 6; failure += 1) await signIn(wrong);
    for (let minute = 1; minute <= 14; minute += 1) {
      clock.aheadMs = minute * 60_000;
      expect(await signIn(wrong)).toMatchObject({ status: 429 });
    }
    clock.aheadMs = 15 * 60_000 + 1_000;
    expect(await signIn({ email: sam.email, password })).toMatchObject({ status: 200 });
  });

  it("failures without the engineer's phone, at the same address and under the same name, do not lock the PIN", async () => {
    const alex = await server.installed();
    for (const device of [undefined, randomUUID(), alex.deviceId])
      for (let guess = 0; guess < 4; guess += 1)
        await signIn({ email: sam.email, pin: "000000" }, device);
    for (let guess = 0; guess < 6; guess += 1)
      await signIn({ email: sam.email, password: "wrong" }, sam.deviceId);
    expect(await signIn({ email: sam.email, pin: testPin }, sam.deviceId)).toMatchObject({
      status: 200,
    });
  });

  it("of the office and of engineers are separate", async () => {
    const office = await server.office();
    const { email } = readClaims(office.token ?? "");
    expect(await signIn({ email, password })).toMatchObject({ status: 401 });
    expect(
      await server.anonymous.post("/api/office/token", { email: sam.email, password }),
    ).toMatchObject({
      status: 401,
    });
  });

  it("with both password and PIN, or neither, is malformed", async () => {
    expect(await signIn({ email: sam.email })).toMatchObject({
      status: 400,
      body: { code: "invalid" },
    });
    expect(await signIn({ email: sam.email, password, pin: testPin })).toMatchObject({
      status: 400,
    });
    expect(await signIn({ email: "sam", password })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "email", message: "Please enter a valid email address" }] },
    });
  });
});

describe("tokens", () => {
  function refresh(refreshToken: string | undefined, deviceId: string | undefined = sam.deviceId) {
    return server.anonymous.with({ deviceId }).post("/api/auth/refresh", { refreshToken });
  }

  it("an access token lives 15 minutes", async () => {
    expect(await sam.caller.get("/api/job")).toMatchObject({ status: 200 });
    clock.aheadMs = 15 * 60_000 + 1_000;
    const expired = await sam.caller.get("/api/job");
    expect(expired).toMatchObject({ status: 401, body: { code: "unauthorised" } });
    const answer = await refresh(sam.caller.refreshToken);
    const { token } = answer.body as TokenModel;
    expect(await sam.caller.with({ token }).get("/api/job")).toMatchObject({ status: 200 });
  });

  it("a token that was signed with another key is refused", async () => {
    const [head, body] = sam.caller.token?.split(".") ?? [];
    const forged = `${head}.${body}.${Buffer.alloc(32).toString("base64url")}`;
    expect(await sam.caller.with({ token: forged }).get("/api/job")).toMatchObject({ status: 401 });
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`;
    expect(await sam.caller.with({ token: none }).get("/api/job")).toMatchObject({ status: 401 });
  });

  it("a lost answer signs nobody out: within the grace period the same refresh token works again", async () => {
    const first = await refresh(sam.caller.refreshToken);
    clock.aheadMs = 59_000;
    const again = await refresh(sam.caller.refreshToken);
    expect([first.status, again.status]).toEqual([200, 200]);
    const { refreshToken } = again.body as TokenModel;
    expect(await refresh(refreshToken)).toMatchObject({ status: 200 });
    expect(await refresh(refreshToken)).toMatchObject({ status: 200 });
  });

  it("two tokens that were given for one within the grace period end the sign-in when both are used, with an alarm", async () => {
    const answers = [
      await refresh(sam.caller.refreshToken),
      await refresh(sam.caller.refreshToken),
    ];
    const [first, second] = answers.map(({ body }) => (body as TokenModel).refreshToken);
    const used = await refresh(first);
    expect(used).toMatchObject({ status: 200 });
    clock.aheadMs = 15 * 60_000;
    expect(await refresh(second)).toMatchObject({ status: 401 });
    expect(await refresh((used.body as TokenModel).refreshToken)).toMatchObject({ status: 401 });
    expect(
      await server.rows("select kind from alarm where details ->> 'deviceId' = $1", [sam.deviceId]),
    ).toEqual([{ kind: "refresh-token-reused" }]);
  });

  it("a lost answer that is noticed hours later signs nobody out, as long as nobody has used its token", async () => {
    const lost = await refresh(sam.caller.refreshToken);
    clock.aheadMs = 8 * 3_600_000;
    expect(await refresh(sam.caller.refreshToken)).toMatchObject({ status: 200 });
    clock.aheadMs += 61_000;
    const { refreshToken } = lost.body as TokenModel;
    expect(await refresh(refreshToken)).toMatchObject({ status: 401 });
  });

  it("a token that is used again after its successor was used ends the sign-in, with an alarm", async () => {
    const first = await refresh(sam.caller.refreshToken);
    const successor = (first.body as TokenModel).refreshToken;
    const second = await refresh(successor);
    clock.aheadMs = 61_000;
    expect(await refresh(sam.caller.refreshToken)).toMatchObject({ status: 401 });
    const newest = (second.body as TokenModel).refreshToken;
    expect(await refresh(newest)).toMatchObject({ status: 401 });
    expect(
      await server.rows("select kind from alarm where details ->> 'deviceId' = $1", [sam.deviceId]),
    ).toEqual([{ kind: "refresh-token-reused" }]);
  });

  it("a refresh token is bound to its device", async () => {
    const alex = await server.installed();
    expect(await refresh(sam.caller.refreshToken, alex.deviceId)).toMatchObject({ status: 401 });
    expect(await refresh(sam.caller.refreshToken)).toMatchObject({ status: 200 });
  });

  it("an unknown refresh token is refused", async () => {
    expect(await refresh("nonsense")).toMatchObject({ status: 401 });
  });

  it("many first exchanges with a device at once take one connection each and bind the sign-in", async () => {
    const sessions: TokenModel[] = [];
    while (sessions.length < 14)
      sessions.push(readTokens(await signIn({ email: sam.email, password })));
    const answers = await Promise.all(sessions.map(({ refreshToken }) => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const alex = await server.installed();
    const renewed = answers.map(({ body }) => (body as TokenModel).refreshToken);
    expect(await refresh(renewed[0], alex.deviceId)).toMatchObject({ status: 401 });
  });

  it("many exchanges of one token at once all work", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refresh(sam.caller.refreshToken)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});

describe("ping", () => {
  it("needs no token, and answers build, time and epoch", async () => {
    const answer = await server.anonymous.get("/api/auth/ping");
    expect(answer).toMatchObject({ status: 200, body: { status: "ok", buildNumber: 7321 } });
    expect(answer.headers["x-device-error"]).toBeUndefined();
  });

  it("answers a device that is locked, or unknown, with that error", async () => {
    await server.rows("update device set locked = true where device_id = $1", [sam.deviceId]);
    expect((await sam.caller.get("/api/auth/ping")).headers["x-device-error"]).toBe("locked");
    const unknown = server.anonymous.with({ deviceId: randomUUID() });
    expect((await unknown.get("/api/auth/ping")).headers["x-device-error"]).toBe("unknown");
  });
});
