import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { FeedEvent } from "@fieldfare/contract/office";
import { advisoryLock } from "../../database/advisory-locks.ts";
import { numberEvents } from "../../database/events.ts";
import { applyRetention } from "../../database/retention.ts";
import { renewEpoch } from "../../database/settings.ts";
import type { Caller } from "../../testing/caller.ts";
import { openStreamAt, type SentEvent } from "../../testing/event-stream.ts";
import {
  type InProcessServer,
  type InstalledEngineer,
  startInProcessServer,
} from "../../testing/in-process.ts";
import { aStatusChange, post } from "../../testing/messages.ts";

let server: InProcessServer;
let other: FastifyInstance;
let sam: InstalledEngineer;
let reader: Caller;
let elsewhere: Caller;
let clients: pg.Client[];

/** The shortest time of those that are drawn at random. */
const random = vi.fn<() => number>(() => 0);

beforeAll(async () => {
  server = await startInProcessServer({ heartbeatSeconds: 0.05, random });
  await server.app.listen({ port: 0 });
  other = await server.startAnother();
  await other.listen({ port: 0 });
  sam = await server.installed();
  reader = await server.office(["integration"]);
  elsewhere = reader.with({}, other);
  clients = await Promise.all(
    [1, 2, 3].map(async () => {
      const client = new pg.Client({ connectionString: server.database.connectionString });
      await client.connect();
      return client;
    }),
  );
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.close();
});

interface Page {
  readonly events: FeedEvent[];
  readonly next: number;
}

async function read(query: string, caller = reader): Promise<Page> {
  const { status, body } = await caller.get(`/api/office/events?${query}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Page;
}

const latest = async () => (await read("after=latest")).next;

/** An event with a name of its own, as a transaction of the server writes one. */
const write = (client: pg.Client, kind: string) =>
  client.query("insert into alarm (kind, details) values ($1, '{}')", [kind]);

const kinds = (events: readonly FeedEvent[]) => events.map(({ data }) => String(data.kind));

function client(number: number): pg.Client {
  const found = clients[number];
  if (!found) throw new Error("There are not so many clients");
  return found;
}

describe("The order of the feed", () => {
  it("passes no event of a transaction that began earlier and commits later", async () => {
    const start = await latest();
    const [slow, quick] = [client(0), client(1)];
    await slow.query("begin");
    await write(slow, "slow");
    await write(quick, "quick");
    const first = await read(`after=${start}`);
    expect(kinds(first.events)).toEqual(["quick"]);
    await slow.query("commit");
    const second = await read(`after=${first.next}`, elsewhere);
    expect(kinds(second.events)).toEqual(["slow"]);
    expect(kinds((await read(`after=${start}`)).events)).toEqual(["quick", "slow"]);
  });

  it("says nothing of what is rolled back", async () => {
    const start = await latest();
    await client(0).query("begin");
    await write(client(0), "rolled back");
    await client(0).query("rollback");
    expect(await read(`after=${start}`)).toEqual({ events: [], next: start });
  });

  it("waits for nobody: while one server numbers events, the other answers with what is numbered", async () => {
    const start = await latest();
    await client(0).query("begin");
    await client(0).query("select pg_advisory_xact_lock($1)", [advisoryLock.events]);
    await write(client(1), "waits");
    expect((await read(`after=${start}`)).events).toEqual([]);
    await client(0).query("commit");
    expect(kinds((await read(`after=${start}`)).events)).toEqual(["waits"]);
  });

  it("is the same for every reader at both servers, with each event once, while transactions overlap", async () => {
    const start = await latest();
    const committed: string[] = [];
    let isWriting = true;
    const write20 = async (number: number) => {
      for (let round = 0; round < 20; round += 1) {
        const name = `${number}/${round}`;
        await client(number).query("begin");
        await write(client(number), name);
        await write(client(number), `${name} again`);
        // Others commit meanwhile, in an order that differs from round to round.
        if (round % 3 === number) await numberEvents(server.database);
        const ending = round % 5 === 4 ? "rollback" : "commit";
        await client(number).query(ending);
        if (ending === "commit") committed.push(name, `${name} again`);
      }
    };
    const follow = async (caller: Caller) => {
      const found: FeedEvent[] = [];
      let after = start;
      for (let isLast = false; !isLast;) {
        isLast = !isWriting;
        const page = await read(`after=${after}&limit=7`, caller);
        found.push(...page.events);
        after = page.next;
        if (page.events.length > 0) isLast = false;
      }
      return found;
    };
    const followers = [reader, elsewhere, reader, elsewhere].map(follow);
    await Promise.all([0, 1, 2].map(write20));
    isWriting = false;
    const [first = [], ...others] = await Promise.all(followers);
    for (const found of others) expect(found).toEqual(first);
    expect(kinds(first).toSorted()).toEqual(committed.toSorted());
    const sequences = first.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => start + 1 + index));
    expect(new Set(first.map(({ eventId }) => eventId)).size).toBe(first.length);
    // Of one transaction, and of two that follow one another, the order is that of the writes.
    for (const number of [0, 1, 2]) {
      const own = kinds(first).filter((kind) => kind.startsWith(`${number}/`));
      expect(own).toEqual(committed.filter((name) => name.startsWith(`${number}/`)));
    }
  });

  it("has what a phone sends as events of its job, in the order of the steps", async () => {
    const start = await latest();
    const job = await server.job(sam);
    for (const status of ["New", "Travelling", "OnSite"])
      expect((await post(sam, aStatusChange(job, status))).status).toBe(200);
    const repeated = aStatusChange(job, "AccessGained");
    for (let time = 0; time < 3; time += 1) await post(sam, repeated);
    const { events } = await read(`after=${start}`);
    expect(events.map(({ type, data }) => [type, data.status, data.jobId])).toEqual([
      ["job.acknowledged", undefined, job.jobId],
      ["job.status-changed", "Travelling", job.jobId],
      ["job.status-changed", "OnSite", job.jobId],
      ["job.status-changed", "AccessGained", job.jobId],
    ]);
    expect(events[3]?.data).toMatchObject({
      messageId: repeated.messageId,
      fieldOperativeId: sam.fieldOperativeId,
      deviceId: sam.deviceId,
      happenedOn: "2026-11-21T10:00:00.000Z",
    });
  });
});

describe("A reader that waits", () => {
  it("is answered as soon as something happens, whichever server it happens at", async () => {
    const start = await latest();
    const waiting = read(`after=${start}&wait=60`, elsewhere);
    const job = await server.job(sam);
    await post(sam, aStatusChange(job, "Travelling"));
    const { events } = await waiting;
    expect(events[0]?.type).toBe("job.status-changed");
  });

  it("gets an empty answer when nothing happens", async () => {
    const start = await latest();
    expect(await read(`after=${start}&wait=1`)).toEqual({ events: [], next: start });
  });

  it("does not delay the end of the server", async () => {
    const stopping = await server.startAnother();
    const arrived = new Promise<void>((resolve) => {
      stopping.addHook("onRequest", async () => resolve());
    });
    await stopping.listen({ port: 0 });
    const start = await latest();
    const waiting = fetch(`${stopping.listeningOrigin}/api/office/events?after=${start}&wait=60`, {
      headers: { authorization: `Bearer ${reader.token ?? ""}` },
    });
    await arrived;
    await stopping.close();
    expect(await (await waiting).json()).toEqual({ events: [], next: start });
  });
});

describe("The stream of the feed", () => {
  const open = (at: FastifyInstance, query: string, headers = {}) =>
    openStreamAt(at, `/api/office/events/stream?${query}`, {
      authorization: `Bearer ${reader.token ?? ""}`,
      ...headers,
    });

  async function take(events: AsyncGenerator<SentEvent>, count: number): Promise<SentEvent[]> {
    const found: SentEvent[] = [];
    while (found.length < count) {
      const { value, done } = await events.next();
      if (done) throw new Error("The stream has ended");
      if (value.event !== "heartbeat") found.push(value);
    }
    return found;
  }

  it("goes on at the other server with the event after the last id", async () => {
    const start = await latest();
    const stream = await open(server.app, `after=${start}`);
    await write(client(0), "first");
    await write(client(0), "second");
    const [first] = await take(stream.events, 2);
    expect(first).toMatchObject({ event: "event", id: String(start + 1) });
    expect((first?.data as FeedEvent | undefined)?.data.kind).toBe("first");
    stream.close();
    await write(client(0), "third");
    const resumed = await open(other, `after=${start}`, { "last-event-id": String(first?.id) });
    const rest = await take(resumed.events, 2);
    expect(rest.map(({ data }) => (data as FeedEvent).data.kind)).toEqual(["second", "third"]);
    resumed.close();
  });

  it("reads again at a random time what it could not read, also while nothing else happens", async () => {
    random.mockClear();
    const stream = await open(server.app, `after=${await latest()}`);
    await write(client(0), "read");
    await take(stream.events, 1);
    // oxlint-disable-next-line typescript/unbound-method
    const { query } = pg.Client.prototype;
    let failures = 0;
    pg.Client.prototype.query = function fail(this: unknown, ...all: unknown[]) {
      if (failures > 0 || !JSON.stringify(all[0]).includes(String.raw`from \"event\"`))
        return (query as (...same: unknown[]) => unknown).apply(this, all);
      failures += 1;
      const callback = all.at(-1) as (error: Error) => void;
      setImmediate(callback, new Error("no connection"));
      return undefined;
    } as typeof query;
    await write(client(0), "not read at first");
    const [event] = await take(stream.events, 1);
    expect((event?.data as FeedEvent | undefined)?.data.kind).toBe("not read at first");
    pg.Client.prototype.query = query;
    expect(failures).toBe(1);
    expect(random).toHaveBeenCalledTimes(1);
    stream.close();
  });

  it("sends all that is stored, however much it is, and then what comes", async () => {
    const start = await latest();
    await client(0).query(
      "insert into alarm (kind, details) select 'many ' || n, '{}' from generate_series(1, 2500) n order by n",
    );
    const stream = await open(server.app, `after=${start}`);
    const found = await take(stream.events, 2500);
    expect(found.map(({ id }) => Number(id))).toEqual(found.map((_, index) => start + 1 + index));
    await write(client(0), "after many");
    const [last] = await take(stream.events, 1);
    expect((last?.data as FeedEvent | undefined)?.data.kind).toBe("after many");
    stream.close();
  });

  it("refuses an id that is none", async () => {
    const { status } = await open(server.app, "", { "last-event-id": "abc" });
    expect(status).toBe(400);
  });
});

describe("A reader that stops", () => {
  const age = (days: number) =>
    server.rows("update event set numbered_on = numbered_on - make_interval(days => $1)", [days]);

  it("for a month goes on where it was, and misses nothing", async () => {
    const start = await latest();
    for (let number = 0; number < 5; number += 1) await write(client(0), `month ${number}`);
    await numberEvents(server.database);
    await age(31);
    await applyRetention(server.database, {});
    const { events } = await read(`after=${start}`);
    expect(kinds(events)).toEqual(["month 0", "month 1", "month 2", "month 3", "month 4"]);
  });

  it("for longer than events are stored is answered from where to go on", async () => {
    const start = await latest();
    await write(client(0), "old");
    await numberEvents(server.database);
    await age(91);
    await write(client(0), "new");
    await numberEvents(server.database);
    await applyRetention(server.database, {});
    const refused = await reader.get(`/api/office/events?after=${start}`);
    expect(refused).toMatchObject({
      status: 410,
      body: { code: "events-deleted", resumeAfter: start + 1 },
    });
    const streamed = await openStreamAt(other, `/api/office/events/stream?after=${start}`, {
      authorization: `Bearer ${reader.token ?? ""}`,
    });
    expect(streamed.status).toBe(410);
    for (const query of [`after=${start + 1}`, "limit=100"])
      expect(kinds((await read(query)).events)).toEqual(["new"]);
  });

  it("and whose cursor is of another database is refused", async () => {
    const last = await latest();
    expect(await reader.get(`/api/office/events?after=${last + 1}`)).toMatchObject({
      status: 409,
      body: { code: "events-unknown", resumeAfter: last },
    });
  });

  it("before the database is restored never takes a new event for one that it had", async () => {
    const backup = await latest();
    const afterBackup = backup + 5_000;
    await renewEpoch(server.database);
    await write(client(0), "after the restore");
    const { events } = await read(`after=${afterBackup}`);
    expect(events.map(({ type }) => type)).toEqual(["data.restored", "alarm.raised"]);
    expect(events[0]?.sequence).toBeGreaterThan(afterBackup);
    expect(kinds((await read(`after=${backup}`)).events)).toEqual([
      "undefined",
      "after the restore",
    ]);
  });
});

it("Only a caller with the permission reads the feed", async () => {
  const viewer = await server.office(["viewer"]);
  for (const path of ["/api/office/events", "/api/office/events/stream"]) {
    expect((await viewer.get(path)).status).toBe(403);
    expect((await server.anonymous.get(path)).status).toBe(401);
    expect((await sam.caller.get(path)).status).toBe(403);
  }
  expect((await reader.get(`/api/office/events?after=${randomUUID()}`)).status).toBe(400);
});
