import { isDeepStrictEqual } from "node:util";
import { and, asc, desc, eq, gt, gte, isNull, lt, or, sql } from "drizzle-orm";
import { advisoryLock } from "./advisory-locks.ts";
import type { Database, Orm } from "./database.ts";
import { notifyOfAccess } from "./notify-office.ts";
import { changeOnce, takeRepeatKey } from "./recorded-answers.ts";
import { retryDeadlocks } from "./retry-deadlocks.ts";
import { auditEntry } from "./schema.ts";

/** Who made a request, and from where. */
export interface AuditSource {
  /** Null: nobody was signed in. */
  readonly actor: { readonly id: string; readonly name: string } | null;
  readonly address: string;
  /** The device that the request named. */
  readonly deviceId: string | null;
}

/** The kinds of things that entries are about. */
export type AuditObjectType =
  | "absence"
  | "absence-document"
  | "account"
  | "api-client"
  | "attachment"
  | "audit"
  | "business"
  | "client"
  | "command"
  | "damp-case"
  | "data-set"
  | "device"
  | "device-report"
  | "document"
  | "export"
  | "form"
  | "hact-message"
  | "holiday-year"
  | "image"
  | "job"
  | "job-types"
  | "job-view"
  | "operative"
  | "part"
  | "property"
  | "property-import"
  | "reference-data"
  | "reference-import"
  | "reporting-export"
  | "retention"
  | "setting"
  | "sign-in"
  | "tenant"
  | "webhook";

export interface NewAuditEntry {
  readonly action: string;
  /** Null: the server did it by itself. */
  readonly source: AuditSource | null;
  readonly objectType: AuditObjectType;
  readonly objectId: string;
  /** The engineer whom it is about. */
  readonly fieldOperativeId?: string | null;
  readonly before?: object;
  readonly after?: object;
}

/**
 * Values that are compared and not kept, by the kind of object: they may be about a person, and an entry cannot be
 * erased. The entry names those that changed.
 */
const unrecorded: Partial<Record<AuditObjectType, readonly string[]>> = {
  absence: ["rejectReason", "reviewerComment"],
  command: ["details"],
  job: ["taskDetails", "accessNotes", "keySafe", "visitContacts", "partComments", "cancelReason"],
  "job-view": ["search"],
  part: ["reason"],
  property: ["landlord"],
};

/**
 * Adds an entry in the transaction of the change that it describes. Call it last: the lock, which gives the entries
 * the order of their commits, so that no reader's cursor passes an entry that is still to come, holds until the commit.
 */
export function recordAudit(transaction: Orm, entry: NewAuditEntry): Promise<void> {
  return recordAudits(transaction, [entry]);
}

/** Adds several entries. The same holds as for one. */
export async function recordAudits(
  transaction: Orm,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await transaction.execute(sql`select pg_advisory_xact_lock(${advisoryLock.audit})`);
  // A statement has at most 65,535 parameters.
  for (let start = 0; start < entries.length; start += entriesAtOnce)
    await insertEntries(transaction, entries.slice(start, start + entriesAtOnce));
  const accounts = entries.filter(({ objectType }) => accessTypes.has(objectType));
  await notifyOfAccess(transaction, new Set(accounts.map(({ objectId }) => objectId)));
}

/** What decides whether somebody may follow a stream: what the office changes of it has an entry. */
const accessTypes: ReadonlySet<AuditObjectType> = new Set(["account", "api-client"]);

const entriesAtOnce = 1_000;

async function insertEntries(transaction: Orm, entries: readonly NewAuditEntry[]): Promise<void> {
  await transaction.insert(auditEntry).values(
    entries.map(withoutUnrecorded).map(({ action, source, objectType, objectId, ...entry }) => ({
      action,
      actorId: source?.actor?.id ?? null,
      actorName: source?.actor?.name ?? null,
      objectType,
      objectId,
      fieldOperativeId: entry.fieldOperativeId ?? null,
      address: source?.address ?? null,
      deviceId: source?.deviceId ?? null,
      before: entry.before ?? null,
      after: entry.after ?? null,
    })),
  );
}

function withoutUnrecorded(entry: NewAuditEntry): NewAuditEntry {
  const names = unrecorded[entry.objectType];
  if (!names) return entry;
  const before = new Map(Object.entries(entry.before ?? {}));
  const after = new Map(Object.entries(entry.after ?? {}));
  const changed = names.filter(
    (name) => !isDeepStrictEqual(before.get(name) ?? null, after.get(name) ?? null),
  );
  for (const name of names) for (const values of [before, after]) values.delete(name);
  if (changed.length > 0) after.set("notRecorded", changed);
  return {
    ...entry,
    ...(entry.before && { before: Object.fromEntries(before) }),
    ...(entry.after && { after: Object.fromEntries(after) }),
  };
}

/** A transaction that changes something, and what it says about the change. */
export interface Change {
  readonly orm: Orm;
  /** Adds an entry at the end of the transaction. Nothing is added if `before` and `after` are the same. */
  readonly record: (entry: Omit<NewAuditEntry, "source">) => void;
}

/**
 * Runs `work` in a transaction that ends with the audit entries of what it changed, and again after a deadlock. Null: the
 * server changes it. A request that is repeated with its key gets the result of the first run, as JSON gives it back.
 */
export function makeChange<T>(
  { orm }: Pick<Database, "orm">,
  source: AuditSource | null,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const key = source && takeRepeatKey(source);
  return retryDeadlocks(() =>
    orm.transaction(async (transaction) => {
      const entries: NewAuditEntry[] = [];
      const change: Change = {
        orm: transaction,
        record(entry) {
          if (!isUnchanged(entry)) entries.push({ ...entry, source });
        },
      };
      const answer = key
        ? await changeOnce(transaction, key, () => work(change))
        : await work(change);
      await recordAudits(transaction, entries);
      return answer;
    }),
  );
}

function isUnchanged({ before, after }: Pick<NewAuditEntry, "before" | "after">): boolean {
  return (
    before !== undefined && after !== undefined && isDeepStrictEqual(toJson(before), toJson(after))
  );
}

const toJson = (value: object): unknown => JSON.parse(JSON.stringify(value));

/** Which entries are read. Everything that is named has to be true. */
export interface AuditFilter {
  /** The id of an account, or `server`. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  /** The id of the object, or of the engineer. */
  readonly subject?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

interface AuditPage {
  /** `oldest` if absent. */
  readonly order?: "oldest" | "newest" | undefined;
  /** The sequence number of the last entry before the page, in this order. Null: the page is the first. */
  readonly after?: number | null;
  readonly max: number;
}

/** Reads a page of entries, in the order of their sequence numbers or in the opposite one. */
export function readAuditEntries(
  orm: Orm,
  { actor, action, subject, from, until }: AuditFilter,
  { order = "oldest", after = null, max }: AuditPage,
) {
  const isNewestFirst = order === "newest";
  const { sequence } = auditEntry;
  return orm
    .select()
    .from(auditEntry)
    .where(
      and(
        after === null ? undefined : (isNewestFirst ? lt : gt)(sequence, after),
        actor === undefined
          ? undefined
          : actor === "server"
            ? isNull(auditEntry.actorId)
            : eq(auditEntry.actorId, actor),
        action === undefined ? undefined : eq(auditEntry.action, action),
        subject === undefined ? undefined : isAbout(subject),
        from && gte(auditEntry.occurredOn, from),
        until && lt(auditEntry.occurredOn, until),
      ),
    )
    .orderBy((isNewestFirst ? desc : asc)(sequence))
    .limit(max);
}

function isAbout(subject: string) {
  if (!uuid.test(subject)) return eq(auditEntry.objectId, subject);
  const id = subject.toLowerCase();
  return or(eq(auditEntry.objectId, id), eq(auditEntry.fieldOperativeId, id));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
