import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createTestDatabase } from "./database/testing.ts";
import { migrateDatabase, openDatabase } from "./database/database.ts";
import { account } from "./database/schema.ts";
import { loadDemo } from "./demo/demo.ts";
import { readEnvironment, type Variables } from "./environment.ts";
import { createTokens } from "./http/tokens.ts";
import { ensureTokenKeys, parseTokenKeys, type TokenKey } from "./http/token-keys.ts";
import { openObjects } from "./objects/objects.ts";
import { startInProcessServer } from "./testing/in-process.ts";

const read = (variables: Variables) => readEnvironment(variables, "/opt/fieldfare");
const keys = '[{"id":"a","key":"BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="}]';
const shared = {
  DATABASE_URL: "postgres://db/fieldfare",
  HOST: "0.0.0.0",
  TOKEN_KEYS: keys,
  DOCUMENT_KEYS: '{"keys":[]}',
  ESCROW_KEYS: '{"keys":[]}',
};

it("RETENTION names the periods that differ", () => {
  expect(read({}).config.retention).toEqual({});
  expect(read({ RETENTION: "device-logs=90, jobs=never" }).config.retention).toEqual({
    "device-logs": 90,
    jobs: null,
  });
});

it("DAMP_PERIODS and BANK_HOLIDAYS change the clocks of damp and mould", () => {
  expect(read({}).config).toMatchObject({
    dampPeriods: {
      investigation: 10,
      summary: 3,
      safety: 5,
      works: 5,
      latestWorks: 84,
      emergency: 24,
    },
    bankHolidays: [],
  });
  const { config } = read({
    DAMP_PERIODS: "investigation=7, emergency=12",
    BANK_HOLIDAYS: "2027-06-03, 2027-06-04",
  });
  expect(config.dampPeriods).toMatchObject({ investigation: 7, summary: 3, emergency: 12 });
  expect(config.bankHolidays).toEqual(["2027-06-03", "2027-06-04"]);
});

describe("the demo", () => {
  it.each([undefined, "", "off", "false", "0", "no", "Off"])(
    "is not loaded with DEMO=%s",
    (DEMO) => {
      expect(read({ DEMO }).demo).toBe(false);
    },
  );

  it.each(["on", "true", "1", "yes", "ON"])("is loaded with DEMO=%s", (DEMO) => {
    expect(read({ DEMO }).demo).toBe(true);
  });

  it.each([
    ["a database of one's own", { DATABASE_URL: "postgres://db/fieldfare" }],
    ["an address that others reach", { HOST: "0.0.0.0" }],
  ])("is loaded with %s only when both variables are set", (_, where) => {
    expect(() => read({ ...where, DEMO: "on" })).toThrow(/DEMO_ANYWHERE=on/);
    expect(read({ ...where, DEMO: "on", DEMO_ANYWHERE: "on" }).demo).toBe(true);
  });

  it("is not loaded into a database in which others have accounts", async () => {
    const testDatabase = await createTestDatabase();
    const database = openDatabase(testDatabase.connectionString);
    await migrateDatabase(database);
    const folder = await mkdtemp(join(tmpdir(), "fieldfare-live-"));
    const objects = await openObjects({ kind: "folder", folder });
    const live = {
      accountId: randomUUID(),
      name: "Office",
      email: "office@housing.example",
      passwordHash: "argon2id$1$1$a$b",
      userType: 2,
    };
    await database.orm.insert(account).values(live);
    expect(await loadDemo(database, objects, { today: new Date() })).toBe(false);
    expect(await database.orm.select({ email: account.email }).from(account)).toEqual([
      { email: live.email },
    ]);
    await database.close();
    await testDatabase.drop();
    await rm(folder, { recursive: true });
  });
});

describe("a variable that is wrong", () => {
  it.each([
    ["DEMO", "maybe"],
    ["PORT", "http"],
    ["PORT", "70000"],
    ["DATABASE_URL", "mysql://db"],
    ["ADMIN_PATH", "admin/"],
    ["PIN_RESET", "never"],
    ["STANDALONE_ONLY", "2"],
    ["SYNC_WARN_MB", "five"],
    ["SYNC_MAX_MB", "0"],
    ["BLOCK_POLLING", "sometimes"],
    ["LOCK_AFTER_MINUTES", "0"],
    ["LOCK_AFTER_MINUTES", "1441"],
    ["LOCK_AFTER_MINUTES", "always"],
    ["LOG", "loud"],
    ["LOG", "info xml"],
    ["METRICS_TOKEN", "short"],
    ["DRAIN_SECONDS", "soon"],
    ["OFFICE_EMAIL", "office"],
    ["POSTCODE_LOOKUP_URL", "ftp://codes"],
    ["POSTCODE_LOOKUP_URL", "https://codes.example/find"],
    ["ENGINEER_APP", "/no/such/folder"],
    ["RETENTION", "alarms=90, alarms=91"],
    ["DAMP_PERIODS", "works=5, works=6"],
    ["TRUST_PROXY", "0.0.0.0/0"],
    ["TRUST_PROXY", "127.0.0.1, ::/0"],
    ["DATABASE_CONNECTIONS", "0"],
    ["DATABASE_CONNECTIONS", "1001"],
    ["SHUTDOWN_SECONDS", "soon"],
    ["TRUST_PROXY", "on"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["OIDC_ISSUER", "login.example"],
    ["OIDC_ROLES", "admins=owner"],
    ["OIDC_ROLES", "administrator"],
    ["RETENTION", "jobs=never, photos=30"],
    ["RETENTION", "audit-entries=30"],
    ["DAMP_PERIODS", "investigation=0"],
    ["DAMP_PERIODS", "investigation=367"],
    ["DAMP_PERIODS", "toString=5"],
    ["BANK_HOLIDAYS", "2027-02-30"],
    ["OIDC_SCOPE", "email"],
  ])("%s=%s is named in the error", (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`${name}:`);
  });

  it("is named together with all other wrong variables", () => {
    expect(() => read({ PORT: "x", LOG: "loud" })).toThrow(/PORT: .*\n.*LOG: /);
    expect(() => read({ DATABASE_CONNECTIONS: "many" })).toThrow(
      /wrong:\n {2}DATABASE_CONNECTIONS: [^\n]*$/,
    );
  });
});

it("A setting of the app reaches the app", async () => {
  const server = await startInProcessServer();
  try {
    const { config } = read({
      ADMIN_PATH: "/admin",
      SYNC_WARN_MB: "2.5",
      SYNC_MIN_MB: "1",
      SYNC_MAX_MB: "12",
      BLOCK_POLLING: "on",
    });
    const { adminPath, syncAnswerBytes, ...more } = config;
    const { syncWarnSizeInMb, syncMinSizeInMb, blockPolling } = more;
    const app = await server.startAnother({
      ...(adminPath !== undefined && { adminPath }),
      ...(syncAnswerBytes !== undefined && { syncAnswerBytes }),
      ...(syncWarnSizeInMb !== undefined && { syncWarnSizeInMb }),
      ...(syncMinSizeInMb !== undefined && { syncMinSizeInMb }),
      ...(blockPolling !== undefined && { blockPolling }),
    });
    const answer = await app.inject("/api/client-settings");
    expect(answer.json()).toMatchObject({
      adminPath: "/admin",
      sync: { warnSizeInMb: 2.5, minSizeInMb: 1, maxSizeInMb: 12 },
      blockPolling: true,
    });
  } finally {
    await server.close();
  }
});

describe("an OpenID Connect provider", () => {
  const provider = {
    OIDC_ISSUER: "https://login.example",
    OIDC_CLIENT_ID: "fieldfare",
    OIDC_ROLES: "office-admins=administrator",
  };

  it("is used when it is named with the id of this server there", () => {
    expect(read({}).config.oidc).toBeNull();
    expect(read(provider).config.oidc).toEqual({
      issuer: "https://login.example",
      clientId: "fieldfare",
      clientSecret: null,
      scope: "openid profile email",
      rolesClaim: "roles",
      roles: { "office-admins": "administrator" },
      engineers: [],
    });
    const OIDC_ROLES = "cn=admins=administrator, Planning Team = planner, cn=field=engineer";
    expect(read({ ...provider, OIDC_ROLES }).config.oidc).toMatchObject({
      roles: { "cn=admins": "administrator", "Planning Team": "planner" },
      engineers: ["cn=field"],
    });
  });

  it.each([
    [{ OIDC_ISSUER: "https://login.example" }, "OIDC_CLIENT_ID"],
    [{ ...provider, OIDC_ISSUER: "http://login.example" }, "OIDC_ISSUER: begins with https"],
    [{ ...provider, HOST: "0.0.0.0" }, "PUBLIC_URL: needed"],
    [{ ...provider, OIDC_ROLES: undefined }, "OIDC_ROLES: needed"],
  ])("is refused when something is missing: %o", (variables, message) => {
    expect(() => read(variables)).toThrow(message);
  });
});

it("LOG has the level, and may have the format", () => {
  expect(read({}).config).toMatchObject({ logLevel: "info", logFormat: "json" });
  expect(read({ LOG: "warn" }).config).toMatchObject({ logLevel: "warn", logFormat: "json" });
  expect(read({ LOG: "debug text" }).config).toMatchObject({
    logLevel: "debug",
    logFormat: "text",
  });
});

it("Traces go to the collector that is named", () => {
  expect(read({}).config.traces).toBeNull();
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://collector:4318/";
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT }).config.traces).toEqual({
    url: "http://collector:4318/v1/traces",
    headers: {},
    serviceName: "fieldfare",
    ratio: 1,
  });
  const more = {
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20secret, x-tenant=a=b",
    OTEL_SERVICE_NAME: "fieldfare-2",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
  };
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, ...more }).config.traces).toMatchObject({
    headers: { authorization: "Bearer secret", "x-tenant": "a=b" },
    serviceName: "fieldfare-2",
    ratio: 0.25,
  });
  for (const [name, value] of [
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "authorization"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "authorization=%zz"],
    ["OTEL_TRACES_SAMPLER_ARG", "2"],
  ] as const)
    expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: value })).toThrow(name);
});

it("Metrics are open only in a demo that no other machine reaches", () => {
  const METRICS_TOKEN = "a-token-of-this-test";
  expect(read({}).config.metricsAccess).toBe("off");
  expect(read({ DEMO: "on" }).config.metricsAccess).toBe("open");
  expect(read({ DEMO: "on", DEMO_ANYWHERE: "on", HOST: "0.0.0.0" }).config.metricsAccess).toBe(
    "off",
  );
  expect(read({ DEMO: "on", METRICS_TOKEN }).config.metricsAccess).toEqual({
    token: METRICS_TOKEN,
  });
});

it.each([
  [undefined, 15],
  ["5", 5],
  ["never", null],
])("LOCK_AFTER_MINUTES=%s reaches the app", async (given, expected) => {
  const server = await startInProcessServer();
  try {
    const { lockAfterMinutes } = read(
      given === undefined ? {} : { LOCK_AFTER_MINUTES: given },
    ).config;
    const app = await server.startAnother(
      lockAfterMinutes === undefined ? {} : { lockAfterMinutes },
    );
    expect((await app.inject("/api/client-settings")).json()).toMatchObject({
      lockAfterMinutes: expected,
    });
  } finally {
    await server.close();
  }
});

describe("proxies", () => {
  it.each([
    ["off", false],
    ["2", 2],
    ["10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
  ])("%s", (TRUST_PROXY, trusted) => {
    expect(read({ TRUST_PROXY }).config.trustProxy).toEqual(trusted);
  });

  it.each([
    [1, "203.0.113.7"],
    [2, "198.51.100.1"],
    [["127.0.0.1", "203.0.113.0/24"], "198.51.100.1"],
    [false, "127.0.0.1"],
  ] as const)(
    "%j: the client's address is the first one that no trusted proxy added",
    async (proxies, address) => {
      const server = await startInProcessServer();
      const app = await server.startAnother({
        trustProxy: typeof proxies === "object" ? [...proxies] : proxies,
      });
      app.get("/api/address", (request, reply) => reply.send(request.ip));
      const answer = await app.inject({
        url: "/api/address",
        headers: { "x-forwarded-for": "1.2.3.4, 198.51.100.1, 203.0.113.7" },
      });
      expect(answer.body).toBe(address);
      await server.close();
    },
  );
});

describe("the keys that sign tokens", () => {
  const claims = {
    id: randomUUID(),
    name: "Robin",
    email: "robin@fieldfare.example",
    userType: 2 as const,
    perms: [],
    fieldOperativeId: null,
    requestSignature: false,
    recordsMileage: false,
    familyId: randomUUID(),
  };
  const old: TokenKey = { id: "2025", key: new Uint8Array(32).fill(1) };
  const current: TokenKey = { id: "2026", key: new Uint8Array(32).fill(2) };
  const now = () => new Date("2026-11-22T09:00:00Z");
  const later = new Date("2026-11-22T09:15:00Z");

  it("are rotated: a token of the previous key is valid until that key is removed", async () => {
    const token = await createTokens([old], now).issue(claims, later);
    expect(await createTokens([current, old], now).verify(token)).toMatchObject({ id: claims.id });
    expect(await createTokens([current], now).verify(token)).toBeNull();
  });

  it("of another installation are not accepted, even under the same id", async () => {
    const token = await createTokens([{ ...old, id: current.id }], now).issue(claims, later);
    expect(await createTokens([current], now).verify(token)).toBeNull();
  });

  it("are stored in a file that only the server can read, and stay the same at the next start", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fieldfare-keys-"));
    const file = join(folder, "data/token-keys.json");
    const [first, second] = await Promise.all([ensureTokenKeys(file), ensureTokenKeys(file)]);
    expect(second).toEqual(first);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(parseTokenKeys(await readFile(file, "utf8"), file)).toEqual(first);
    await rm(folder, { recursive: true });
  });

  it.each([
    "",
    "{}",
    "[]",
    '[{"id":"a","key":"short"}]',
    `[${keys.slice(1, -1)},${keys.slice(1, -1)}]`,
  ])("%s is refused, and the error does not quote it", (text) => {
    expect(() => parseTokenKeys(text, "TOKEN_KEYS")).toThrow(/^TOKEN_KEYS /);
  });

  it("are never stored in the database: a server that others reach requires them", () => {
    expect(() => read({ ...shared, TOKEN_KEYS: "" })).toThrow(/TOKEN_KEYS/);
    expect(() => read({ ...shared, DOCUMENT_KEYS: "" })).toThrow(/DOCUMENT_KEYS/);
    expect(() => read({ ...shared, ESCROW_KEYS: "" })).toThrow(/ESCROW_KEYS/);
    expect(read(shared).tokenKeys).toBe(keys);
  });
});

describe("push messages", () => {
  const own = { VAPID_PUBLIC_KEY: `B${"A".repeat(86)}`, VAPID_PRIVATE_KEY: "A".repeat(43) };

  it("are signed with the keys that the first server makes, or with the keys that are set", () => {
    expect(read({}).config).toMatchObject({
      pushKeys: null,
      pushContact: "mailto:office@fieldfare.example",
    });
    expect(read({ ...own, PUSH_CONTACT: "https://housing.example" }).config).toMatchObject({
      pushKeys: { publicKey: own.VAPID_PUBLIC_KEY, privateKey: own.VAPID_PRIVATE_KEY },
      pushContact: "https://housing.example",
    });
    expect(read({ PUSH: "off", ...own }).config.pushKeys).toBe("off");
  });

  it.each([
    [{ VAPID_PUBLIC_KEY: own.VAPID_PUBLIC_KEY }, /VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY/],
    [{ ...own, VAPID_PRIVATE_KEY: "short" }, /VAPID_PRIVATE_KEY/],
    [{ PUSH_CONTACT: "the office" }, /PUSH_CONTACT/],
  ])(
    "settings are refused when one key of the pair is missing or a value is malformed: %o",
    (variables, named) => {
      expect(() => read(variables)).toThrow(named);
    },
  );

  it("never go to this machine, whatever is set", () => {
    expect(read({ ...own }).config).not.toHaveProperty("pushReachesLoopback");
  });
});
