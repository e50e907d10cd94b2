import { createHash } from "node:crypto";
import { readField } from "@fieldfare/domain";
import { eq, sql } from "drizzle-orm";
import type { Orm } from "./database.ts";
import { recordedAnswer } from "./schema.ts";

/** A request of the office that may be repeated: who sent it with which key, and what it contained. */
export interface RepeatKey {
  /** Hex SHA-256 of the caller and the key. */
  readonly keyHash: string;
  /** Hex HMAC-SHA-256 of the request. */
  readonly requestHash: string;
  /** What the request is about: the people of its home may be named in the answer. */
  readonly subject: RepeatSubject;
  /** Called when the change gets the result of an earlier request. */
  readonly onRepeat: () => void;
}

/** The ids in the path of a request that lead to a home. */
export interface RepeatSubject {
  readonly propertyId?: string;
  readonly jobId?: string;
  readonly jobPartId?: string;
  /** A case of damp and mould. */
  readonly caseId?: string;
}

/** Thrown when another request came with the same key before. */
export class KeyReused extends Error {}

export interface RecordedAnswer {
  /** What the change resulted in, or the answer if `isAnswer`. */
  readonly value: unknown;
  readonly isAnswer: boolean;
  readonly version: string | null;
}

/** Reads what was recorded for a key; null: nothing. Throws `KeyReused` if the key came with another request. */
export async function findRecordedAnswer(
  orm: Orm,
  { keyHash, requestHash }: Pick<RepeatKey, "keyHash" | "requestHash">,
): Promise<RecordedAnswer | null> {
  const [row] = await orm.select().from(recordedAnswer).where(eq(recordedAnswer.keyHash, keyHash));
  if (!row) return null;
  if (row.requestHash !== requestHash) throw new KeyReused("The key belongs to another request");
  return { value: row.result.value, isAnswer: row.isAnswer, version: row.version };
}

/**
 * The keys by the source of their request. They are no part of the source: a task that is stored with its source, and runs
 * after the request, makes a change of its own.
 */
const repeatKeys = new WeakMap<object, RepeatKey>();

/** Lets the change that names this source be made once for the key. */
export function bindRepeatKey(source: object, key: RepeatKey): void {
  repeatKeys.set(source, key);
}

/** Adds what a handler has read of the body to the key of a source, if it has one. */
export function extendRepeatKey(source: object, bodyHash: string): void {
  const key = repeatKeys.get(source);
  if (!key) return;
  const requestHash = createHash("sha256").update(`${key.requestHash} ${bodyHash}`).digest("hex");
  repeatKeys.set(source, { ...key, requestHash });
}

/** Returns the key of a source for one change; null: it has none, or another change has taken it. */
export function takeRepeatKey(source: object): RepeatKey | null {
  const key = repeatKeys.get(source) ?? null;
  repeatKeys.delete(source);
  return key;
}

/**
 * Runs the change of a request once for its key, in the transaction of the change: a repeat gets the result of the first
 * run, and one that comes meanwhile waits. A refusal changes nothing and is not recorded.
 */
export async function changeOnce<T>(
  transaction: Orm,
  key: RepeatKey,
  work: () => Promise<T>,
): Promise<T> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`repeat ${key.keyHash}`}, 0))`,
  );
  const recorded = await findRecordedAnswer(transaction, key);
  if (recorded) {
    key.onRepeat();
    // The same code recorded the result of the same request.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    return recorded.value as T;
  }
  const value = await work();
  if (readField(value, "refusal") === undefined)
    await storeAnswer(transaction, key, { value, isAnswer: false, version: null });
  return value;
}

/** Records the answer of a request. */
export async function storeAnswer(
  orm: Orm,
  { keyHash, requestHash, subject }: RepeatKey,
  { value, isAnswer, version }: RecordedAnswer,
): Promise<void> {
  const row = { result: { value }, isAnswer, version };
  await orm
    .insert(recordedAnswer)
    .values({ keyHash, requestHash, propertyId: findHome(subject), ...row })
    .onConflictDoUpdate({
      target: recordedAnswer.keyHash,
      set: row,
      // Another request with the key keeps its own answer.
      setWhere: eq(recordedAnswer.requestHash, requestHash),
    });
}

/** The home of what a request is about, whose erasures delete the answer. */
function findHome({
  propertyId = null,
  jobId = null,
  jobPartId = null,
  caseId = null,
}: {
  readonly [Name in keyof RepeatSubject]: string | null;
}) {
  return sql<string | null>`coalesce(${propertyId}::uuid,
    (select property_id from job where job_id = ${jobId}::uuid),
    (select j.property_id from job_part p join job j on j.job_id = p.job_id where p.job_part_id = ${jobPartId}::uuid),
    (select property_id from damp_case where case_id = ${caseId}::uuid))`;
}
