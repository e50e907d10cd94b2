import pg from "pg";
import { officeChange, type ChangeKind, type OfficeChange } from "@fieldfare/contract/office";
import { z } from "@fieldfare/contract";
import type { Database } from "./database.ts";

/** The channel on which triggers say, with the commit, what changed. */
const channel = "office_change";
/** The channel on which an account or a machine is named whose access has changed. */
const accessChannel = "office_access";

/** How the connection is called in `pg_stat_activity`. */
export const listenerName = "fieldfare office changes";

/** Who wants to know what changed. */
interface ChangeSubscriber {
  /** From here on every change is reported. */
  readonly live: () => void;
  /** Changes may be missed until the next `live`. */
  readonly notLive: () => void;
  /** Is called only after `live`, and not after `notLive`. */
  readonly changed: (change: OfficeChange) => void;
  /** The access of the account or the machine with this id has changed. Is called also before `live`. */
  readonly accessChanged: (id: string) => void;
  /** The server stops. */
  readonly closed: () => void;
}

export interface ChangeListener {
  /** Begins to report changes. Returns a function that ends it. */
  subscribe(subscriber: Partial<ChangeSubscriber>): () => void;
  /** Tells the subscribers that the server stops, and closes the connection. */
  close(): Promise<void>;
}

/** The changes of this time are reported together, so that a burst of messages is one event. */
const gatherMs = 200;
/** More jobs than these are not named. */
const maxJobIds = 200;
const reconnectMs = 1_000;
/** When the connection is there again, the subscribers are told within this time: each then reads what it may have missed. */
const spreadMs = 5_000;
const connectTimeoutMs = 15_000;
/** A connection that breaks without a word is found after this time. */
const checkMs = 15_000;

/**
 * Listens with one connection for all subscribers of this server, from the first one on. A connection that breaks is
 * replaced. PostgreSQL repeats no notification, so a subscriber is told from when to when some may be missing. After a break
 * each is told at a time of its own: hundreds of streams would otherwise query a database that has just come back at one
 * moment. `random` returns numbers from 0 to below 1.
 */
export function createChangeListener({
  connectionString,
  random,
}: Pick<Database, "connectionString"> & { readonly random: () => number }): ChangeListener {
  const subscribers = new Set<Partial<ChangeSubscriber>>();
  /** Subscribers that are to be told that the connection is there again. */
  const waiting = new Map<Partial<ChangeSubscriber>, NodeJS.Timeout>();
  const gathered = gatherChanges((change) =>
    tell((subscriber) => {
      // One that is not live reads everything when it is, so it needs no change before that.
      if (isLive && !waiting.has(subscriber)) subscriber.changed?.(change);
    }),
  );
  let client: pg.Client | null = null;
  let isLive = false;
  let isClosed = false;
  let wasLost = false;
  let reconnect: NodeJS.Timeout | null = null;

  function tell(say: (subscriber: Partial<ChangeSubscriber>) => void): void {
    for (const subscriber of subscribers) say(subscriber);
  }

  function tellLive(): void {
    if (!wasLost) return tell((subscriber) => subscriber.live?.());
    tell((subscriber) => {
      const tellLater = () => {
        waiting.delete(subscriber);
        subscriber.live?.();
      };
      waiting.set(subscriber, setTimeout(tellLater, random() * spreadMs));
    });
  }

  function stopWaiting(subscriber: Partial<ChangeSubscriber>): void {
    clearTimeout(waiting.get(subscriber));
    waiting.delete(subscriber);
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString,
      application_name: listenerName,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      keepAlive: true,
    });
    client = opened;
    const check = setInterval(() => {
      opened.query("select 1").catch(() => lose());
    }, checkMs);
    check.unref();
    const lose = () => {
      if (client !== opened) return;
      client = null;
      clearInterval(check);
      opened.end().catch(() => undefined);
      if (isClosed) return;
      if (isLive)
        tell((subscriber) => {
          stopWaiting(subscriber);
          subscriber.notLive?.();
        });
      isLive = false;
      wasLost = true;
      reconnect = setTimeout(() => void connect(), reconnectMs);
    };
    opened.on("error", lose);
    opened.on("end", lose);
    opened.on("notification", ({ channel: from, payload = "" }) => {
      if (from === accessChannel) tell((subscriber) => subscriber.accessChanged?.(payload));
      else gathered.add(payload);
    });
    try {
      await opened.connect();
      await opened.query(`listen ${channel}; listen ${accessChannel}`);
    } catch {
      lose();
      return;
    }
    if (client !== opened) return;
    isLive = true;
    tellLive();
  }

  return {
    subscribe(subscriber) {
      subscribers.add(subscriber);
      if (isLive) subscriber.live?.();
      else subscriber.notLive?.();
      if (client === null && reconnect === null) void connect();
      return () => {
        subscribers.delete(subscriber);
        stopWaiting(subscriber);
      };
    },
    async close() {
      isClosed = true;
      gathered.stop();
      if (reconnect) clearTimeout(reconnect);
      tell((subscriber) => {
        stopWaiting(subscriber);
        subscriber.closed?.();
      });
      subscribers.clear();
      const open = client;
      await open?.end().catch(() => undefined);
    },
  };
}

/** Puts the notifications of a short time together. */
function gatherChanges(report: (change: OfficeChange) => void) {
  let kinds = new Set<ChangeKind>();
  let jobIds = gatherIds();
  let recordedJobIds = gatherIds();
  let timer: NodeJS.Timeout | null = null;

  function flush() {
    timer = null;
    const change = {
      kinds: [...kinds],
      jobIds: jobIds.list(),
      recordedJobIds: recordedJobIds.list(),
    };
    kinds = new Set();
    jobIds = gatherIds();
    recordedJobIds = gatherIds();
    report(change);
  }

  return {
    add(payload: string) {
      // A newer server of the same database may name what this one does not know.
      const change = parseChange(payload);
      if (!change) return;
      for (const kind of change.kinds) kinds.add(kind);
      jobIds.add(change.jobIds);
      recordedJobIds.add(change.recordedJobIds);
      timer ??= setTimeout(flush, gatherMs);
    },
    stop() {
      if (timer) clearTimeout(timer);
    },
  };
}

/** Puts the names of jobs together; null: they are too many to name. */
function gatherIds() {
  const ids = new Set<string>();
  let isNamed = true;
  return {
    add(more: readonly string[] | null) {
      for (const jobId of more ?? []) ids.add(jobId);
      isNamed &&= more !== null && ids.size <= maxJobIds;
    },
    list: () => (isNamed ? [...ids] : null),
  };
}

function parseChange(payload: string): OfficeChange | null {
  try {
    const parsed = z.safeParse(officeChange, JSON.parse(payload));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
