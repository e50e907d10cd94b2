import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FastifyInstance } from "fastify";
import {
  type InProcessServer,
  type InstalledEngineer,
  startInProcessServer,
} from "../../testing/in-process.ts";
import { password } from "../../testing/people.ts";

let server: InProcessServer;
let app: FastifyInstance;
let sam: InstalledEngineer;

beforeAll(async () => {
  server = await startInProcessServer();
  // The second wrong password for an account at an address is refused, and the fourth for all accounts there.
  app = await server.startAnother({
    trustProxy: 1,
    signInFailures: 0,
    signInFailuresOfAddress: 3,
  });
});
beforeEach(async () => {
  sam = await server.installed();
});
afterAll(() => server.close());

const signInFrom = (address: string, email: string, secret: string) =>
  server.anonymous
    .with({}, app)
    .post("/api/auth/token", { email, password: secret }, { "X-Forwarded-For": address });

async function lockOut(address: string) {
  expect(await signInFrom(address, sam.email, "wrong")).toMatchObject({ status: 401 });
  expect(await signInFrom(address, sam.email, password)).toMatchObject({ status: 429 });
}

const readEntries = () =>
  server.rows(
    `select address, after from audit_entry
      where action = 'attempts-used-up' and field_operative_id = $1 order by sequence`,
    [sam.fieldOperativeId],
  );
const countNotices = async () =>
  (
    await server.rows(
      "select 1 from command where type = 'AccountNotice' and field_operative_id = $1",
      [sam.fieldOperativeId],
    )
  ).length;

describe("The audit has the tries that are refused after wrong ones", () => {
  it("once for each address from which an account was locked out", async () => {
    for (const address of ["192.0.2.1", "192.0.2.2", "2001:db8::1"]) await lockOut(address);
    expect(await signInFrom("192.0.2.1", sam.email, password)).toMatchObject({ status: 429 });
    expect(await signInFrom("2001:db8::2", sam.email, password)).toMatchObject({ status: 429 });
    const after = { secret: "password", code: "too-many-attempts", limit: "account" };
    expect(await readEntries()).toEqual([
      { address: "192.0.2.1", after },
      { address: "192.0.2.2", after },
      { address: "2001:db8::1", after },
    ]);
    expect(await countNotices()).toBe(1);
  });

  it("once of many at the same moment", async () => {
    expect(await signInFrom("192.0.2.1", sam.email, "wrong")).toMatchObject({ status: 401 });
    const tries = Array.from({ length: 20 }, () => signInFrom("192.0.2.1", sam.email, "wrong"));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(429);
    expect(await readEntries()).toHaveLength(1);
  });

  it("no more than 20 times for an account: nobody fills the audit", async () => {
    for (let last = 1; last <= 22; last += 1) await lockOut(`198.51.100.${last}`);
    expect(await readEntries()).toHaveLength(20);
  });

  it("with the limit of the address if the tries were of other accounts, and the engineer is not told", async () => {
    for (const name of ["one", "two", "three"])
      await signInFrom("203.0.113.1", `${name}@fieldfare.example`, "wrong");
    expect(await signInFrom("203.0.113.1", sam.email, password)).toMatchObject({ status: 429 });
    expect(await readEntries()).toEqual([
      {
        address: "203.0.113.1",
        after: { secret: "password", code: "too-many-attempts", limit: "address" },
      },
    ]);
    expect(await countNotices()).toBe(0);
  });
});
