import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type ChangeListener, createChangeListener, listenerName } from "./change-listener.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;
let other: pg.Client;
let listener: ChangeListener;
/** What the subscribers were told, in its order. */
let told: string[];
/** What is still to be returned instead of random numbers. */
let numbers: number[];

beforeAll(async () => {
  database = await createTestDatabase();
  other = new pg.Client(database);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await database.drop();
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  told = [];
  numbers = [0.1, 0.5];
  listener = createChangeListener({ ...database, random: () => numbers.shift() ?? 0 });
});
afterEach(async () => {
  await listener.close();
  vi.useRealTimers();
});

/** Waits for what the database sends. The library's own poll would let the timers go on. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}

const subscribe = (name: string) =>
  listener.subscribe({
    live: () => told.push(`${name} live`),
    notLive: () => told.push(`${name} not live`),
    changed: () => told.push(`${name} changed`),
    accessChanged: () => told.push(`${name} access`),
  });

async function subscribeTwo() {
  const unsubscribe = [subscribe("first"), subscribe("second")] as const;
  await until(() => told.includes("second live"));
  // Nobody has lost anything at the first connection.
  expect(told.slice(2)).toEqual(["first live", "second live"]);
  told = [];
  return unsubscribe;
}

async function loseConnection() {
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = $1 and datname = current_database()`,
    [listenerName],
  );
  await until(() => told.includes("second not live"));
  told = [];
}

/** The times are chosen when the connection is there again. */
async function reconnect() {
  const before = numbers.length;
  await vi.advanceTimersByTimeAsync(1_000);
  await until(() => numbers.length === before - 2);
}

it("Subscribers that missed changes are told at random times of five seconds, and of no change before that", async () => {
  await subscribeTwo();
  await loseConnection();
  await reconnect();
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(told).toEqual(["first live"]);
  const change = { kinds: ["jobs"], jobIds: [], recordedJobIds: [] };
  await other.query("select pg_notify('office_change', $1)", [JSON.stringify(change)]);
  await other.query("select pg_notify('office_access', '1')");
  // A change of access counts at once. The other change came before it, and is gathered with others of 200 ms.
  await until(() => told.includes("second access"));
  expect(told.slice(1)).toEqual(["first access", "second access"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(told.slice(3)).toEqual(["first changed"]);
  await vi.advanceTimersByTimeAsync(1_799);
  expect(told.slice(4)).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told.slice(4)).toEqual(["second live"]);
});

it("A change that is gathered while the connection is lost is not told: what is live again says to read all", async () => {
  await subscribeTwo();
  const change = { kinds: ["jobs"], jobIds: [], recordedJobIds: [] };
  await other.query("select pg_notify('office_change', $1)", [JSON.stringify(change)]);
  await other.query("select pg_notify('office_access', '1')");
  await until(() => told.includes("second access"));
  await loseConnection();
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual([]);
});

it("A subscriber that ends or loses the connection again before its time is not told", async () => {
  const [endFirst] = await subscribeTwo();
  await loseConnection();
  await reconnect();
  endFirst();
  numbers = [0.9];
  await loseConnection();
  await vi.advanceTimersByTimeAsync(1_000);
  await until(() => numbers.length === 0);
  await vi.advanceTimersByTimeAsync(4_499);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual(["second live"]);
});

it("A subscriber that comes when the connection is there again is told at once", async () => {
  await subscribeTwo();
  await loseConnection();
  await reconnect();
  subscribe("third");
  expect(told).toEqual(["third live"]);
});
