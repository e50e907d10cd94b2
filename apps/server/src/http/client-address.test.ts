import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FastifyInstance } from "fastify";
import type { ServerConfig } from "../config.ts";
import { recordAudit } from "../database/audit.ts";
import { type InProcessServer, startInProcessServer } from "../testing/in-process.ts";
import { findCountedNetwork } from "./ip-addresses.ts";

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcessServer();
});
afterAll(() => server.close());

async function startBehind(trustProxy: ServerConfig["trustProxy"]): Promise<FastifyInstance> {
  const app = await server.startAnother({ trustProxy });
  app.get("/api/address", (request, reply) => reply.send(request.ip));
  return app;
}

/** Starts a server behind one proxy. Returns a function that requests from an address, and returns the status. */
async function startPinged(requestsPerMinute: number) {
  const app = await server.startAnother({ trustProxy: 1, requestsPerMinute });
  return async (address: string) =>
    (await app.inject({ url: "/api/health", headers: { "x-forwarded-for": address } })).statusCode;
}

const networks = ["10.0.0.0/8", "127.0.0.1"];
const long = "w".repeat(101);

describe("The address of a client", () => {
  it.each([
    // What is no address names nobody: the proxy that passed it on is the nearest known address.
    [networks, `${long}, 10.1.2.3`, "10.1.2.3"],
    [networks, "forged-by-colleague", "127.0.0.1"],
    [networks, "198.51.100.1, forged, 10.1.2.3", "10.1.2.3"],
    [networks, "198.51.100.1, 10.1.2.3", "198.51.100.1"],
    [1, "1.2.3.4' or 1=1", "127.0.0.1"],
    [2, "198.51.100.1' or 1=1, 203.0.113.7", "203.0.113.7"],
    [1, "01.2.3.4", "127.0.0.1"],
    [1, "unknown", "127.0.0.1"],
    // A proxy may add the port of the connection.
    [1, "198.51.100.1:5555", "198.51.100.1"],
    [1, "[2001:db8::1]:5555", "2001:db8::1"],
    [1, "[2001:db8::1]", "2001:db8::1"],
    [1, "198.51.100.1:port", "127.0.0.1"],
    [networks, "198.51.100.1:5555, 10.1.2.3:80", "198.51.100.1"],
    // One address has one form.
    [1, "2001:DB8:0:0::0001", "2001:db8::1"],
    [1, "::ffff:198.51.100.1", "198.51.100.1"],
    [1, "::FFFF:c633:6401", "198.51.100.1"],
    [1, "fe80::1%the-text-of-a-client", "fe80::1"],
    [networks, "198.51.100.1, ::ffff:10.1.2.3", "198.51.100.1"],
    [["::ffff:10.0.0.0/104", "127.0.0.1"], "198.51.100.1, 10.1.2.3", "198.51.100.1"],
    [["::/1", "127.0.0.1"], "198.51.100.1, 10.1.2.3", "10.1.2.3"],
    [false, "198.51.100.1", "127.0.0.1"],
  ] as const)("%j: %s", async (trusted, forwarded, address) => {
    const app = await startBehind(typeof trusted === "object" ? [...trusted] : trusted);
    const answer = await app.inject({
      url: "/api/address",
      headers: { "x-forwarded-for": forwarded },
    });
    expect(answer.body).toBe(address);
  });

  it.each<[ServerConfig["trustProxy"]]>([[false], [1], [networks]])(
    "%j: the connection's own address has one form",
    async (trusted) => {
      const app = await startBehind(trusted);
      const answer = await app.inject({ url: "/api/address", remoteAddress: "::ffff:127.0.0.1" });
      expect(answer.body).toBe("127.0.0.1");
    },
  );
});

describe("An address that a client has made up", () => {
  it("is recorded nowhere, and the audit can still be read", async () => {
    const app = await server.startAnother({ trustProxy: networks });
    const office = await server.office();
    const { email } = readClaims(office.token);
    const tryWrong = (forged: string) =>
      server.anonymous
        .with({}, app)
        .post(
          "/api/office/token",
          { email, password: "wrong" },
          { "X-Forwarded-For": `${forged}, 10.1.2.3` },
        );
    // Each other text would be another address for the limit.
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect(await tryWrong(`${long}${attempt}`)).toMatchObject({ status: 401 });
    expect(await tryWrong(long)).toMatchObject({ status: 429 });
    const audit = await office.get("/api/office/audit?action=attempts-used-up");
    expect(audit).toMatchObject({ status: 200, body: { events: [{ address: "10.1.2.3" }] } });
    expect(await server.rows("select distinct address from sign_in_failure")).toEqual([
      { address: "10.1.2.3" },
    ]);
  });

  it("and that an earlier version has stored is cut in the audit", async () => {
    const office = await server.office();
    await server.database.orm.transaction((orm) =>
      recordAudit(orm, {
        action: "earlier-version",
        source: { actor: null, address: "w".repeat(1_000), deviceId: null },
        objectType: "account",
        objectId: "1",
      }),
    );
    const address = "w".repeat(100);
    expect(await office.get("/api/office/audit?action=earlier-version")).toMatchObject({
      status: 200,
      body: { events: [{ address }] },
    });
    const file = await office.get("/api/office/audit/export?action=earlier-version");
    expect(String(file.body)).toContain(`,${address},`);
  });
});

describe("Addresses of IPv6 with the same first 64 bits", () => {
  it("count as one for wrong passwords, and the audit has the whole address", async () => {
    const app = await server.startAnother({ trustProxy: 1 });
    const { email } = await server.engineer();
    const tryWrong = (address: string) =>
      server.anonymous
        .with({}, app)
        .post("/api/auth/token", { email, password: "wrong" }, { "X-Forwarded-For": address });
    for (let attempt = 1; attempt <= 6; attempt += 1)
      expect(await tryWrong(`2001:db8:7:7::${attempt}`)).toMatchObject({ status: 401 });
    expect(await tryWrong("2001:db8:7:7:ffff:ffff:ffff:ffff")).toMatchObject({ status: 429 });
    expect(await tryWrong("2001:db8:7:8::1")).toMatchObject({ status: 401 });
    const [entry] = await server.rows(
      "select address from audit_entry where action = 'attempts-used-up' order by sequence desc limit 1",
    );
    expect(entry).toEqual({ address: "2001:db8:7:7:ffff:ffff:ffff:ffff" });
  });

  it("count as one for requests", async () => {
    const ping = await startPinged(2);
    expect(await ping("2001:db8::1")).toBe(200);
    expect(await ping("2001:db8:0:0:1::1")).toBe(200);
    expect(await ping("2001:db8::2")).toBe(429);
    expect(await ping("2001:db8:0:1::1")).toBe(200);
  });

  it("do not count as one for requests if a translator has put addresses of IPv4 into them", async () => {
    const ping = await startPinged(1);
    expect(await ping("64:ff9b::198.51.100.1")).toBe(200);
    expect(await ping("64:ff9b::198.51.100.2")).toBe(200);
    expect(await ping("198.51.100.1")).toBe(429);
  });

  it.each([
    ["2001:db8:7:7::1", "2001:db8:7:7::/64"],
    ["2001:db8::1", "2001:db8::/64"],
    ["2001:db8:0:0:1:2:3:4", "2001:db8::/64"],
    ["2001:0:0:1::", "2001:0:0:1::/64"],
    ["::1", "::/64"],
    ["::1.2.3.4", "::/64"],
    // A translator (NAT64) puts the address of each of its IPv4 clients into the same 64 bits.
    ["64:ff9b::c633:6401", "198.51.100.1"],
    ["64:ff9b::198.51.100.1", "198.51.100.1"],
    ["64:ff9b::c600:1", "198.0.0.1"],
    ["64:ff9b::1:0:c633:6401", "64:ff9b::/64"],
    ["64:ff9b:1::c633:6401", "64:ff9b:1::/64"],
    ["198.51.100.1", "198.51.100.1"],
    ["", ""],
  ])("%s is counted as %s", (address, network) => {
    expect(findCountedNetwork(address)).toBe(network);
  });
});

function readClaims(token = ""): { readonly email: string } {
  const [, claims = ""] = token.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString()) as { email: string };
}
