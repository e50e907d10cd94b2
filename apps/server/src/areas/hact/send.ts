import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { HousingSystem } from "../../config.ts";
import { raiseAlarm } from "../../database/alarms.ts";
import { hactMessage, hactWorkOrder } from "../../database/schema.ts";
import { readCodes } from "./codes.ts";
import { buildMessage, type HactMessage, type HactParts } from "./read-work-order.ts";

const timeoutMs = 20_000;
/** Longer than one attempt: another server takes over from one that was killed. */
const leaseSeconds = 90;
const maxErrorText = 300;

/** A message that was not taken. The queue tries it again. */
class NotTakenError extends Error {
  override readonly name = "NotTakenError";
  readonly code = "not-taken";
}

/** Another server has the lease. The queue tries again: that server may have been killed, or have found nothing just before. */
class AlreadySendingError extends Error {
  override readonly name = "AlreadySendingError";
  readonly code = "already-sending";
}

/**
 * Sends the waiting messages of a work order, in their order and one at a time. Throws if one has to be tried again, or if
 * another server is sending.
 */
export async function sendMessages(
  parts: HactParts,
  housingSystem: HousingSystem,
  reference: string,
): Promise<void> {
  const { orm } = parts.database;
  const { sendingUntil } = hactWorkOrder;
  const isOrder = eq(hactWorkOrder.reference, reference);
  while (await findNext(parts, reference)) {
    const [order] = await orm
      .update(hactWorkOrder)
      // In milliseconds, so that a date of JavaScript is the same moment.
      .set({
        sendingUntil: sql`date_trunc('milliseconds', now()) + ${leaseSeconds} * interval '1 second'`,
      })
      .where(and(isOrder, sql`(${sendingUntil} is null or ${sendingUntil} < now())`))
      .returning();
    if (!order) throw new AlreadySendingError("Another server is sending");
    try {
      // Another server may have sent what was found above.
      const message = await findNext(parts, reference);
      if (message) await sendOne(parts, housingSystem, order, message);
    } finally {
      // Only the own lease: it may have run out, and another server may have one now.
      if (order.sendingUntil)
        await orm
          .update(hactWorkOrder)
          .set({ sendingUntil: null })
          .where(and(isOrder, eq(sendingUntil, order.sendingUntil)));
    }
  }
}

async function findNext(
  { database }: HactParts,
  reference: string,
): Promise<HactMessage | undefined> {
  const [message] = await database.orm
    .select()
    .from(hactMessage)
    .where(
      and(
        eq(hactMessage.reference, reference),
        isNull(hactMessage.sentOn),
        isNull(hactMessage.failedOn),
      ),
    )
    .orderBy(asc(hactMessage.sequence))
    .limit(1);
  return message;
}

async function sendOne(
  parts: HactParts,
  housingSystem: HousingSystem,
  order: typeof hactWorkOrder.$inferSelect,
  message: HactMessage,
): Promise<void> {
  const { orm } = parts.database;
  const codes = await readCodes({ orm });
  const body = await buildMessage(parts, order, message, codes);
  const isMessage = eq(hactMessage.messageId, message.messageId);
  if (body === null) {
    await orm.delete(hactMessage).where(isMessage);
    return;
  }
  const problem = await post(housingSystem, message, body);
  const tried = {
    attempts: sql`${hactMessage.attempts} + 1`,
    firstAttemptOn: sql`coalesce(${hactMessage.firstAttemptOn}, now())`,
    lastAttemptOn: sql`now()`,
  };
  if (problem === null) {
    await orm
      .update(hactMessage)
      .set({ ...tried, lastError: null, sentOn: sql`now()` })
      .where(isMessage);
    return;
  }
  const lastError = problem.text.slice(0, maxErrorText);
  const started = message.firstAttemptOn ?? new Date();
  const isTooLate = Date.now() - started.getTime() > housingSystem.days * 86_400_000;
  if (!problem.isFinal && !isTooLate) {
    await orm
      .update(hactMessage)
      .set({ ...tried, lastError })
      .where(isMessage);
    throw new NotTakenError(lastError);
  }
  await orm.transaction(async (transaction) => {
    await transaction
      .update(hactMessage)
      .set({ ...tried, lastError, failedOn: sql`now()` })
      .where(isMessage);
    await raiseAlarm(transaction, "hact-message-failed", {
      messageId: message.messageId,
      jobId: order.jobId,
      type: message.type,
      error: lastError,
    });
  });
}

interface Problem {
  readonly text: string;
  /** The housing system will not take this message, however often it is sent. */
  readonly isFinal: boolean;
}

/** These answers can change without a change of the message. */
const temporary = new Set([401, 403, 404, 408, 425, 429]);

/** Returns why the message was not taken, or null. A redirect is not followed: it could lead anywhere. */
async function post(
  { url, token }: HousingSystem,
  { type, messageId }: HactMessage,
  body: object,
): Promise<Problem | null> {
  try {
    const response = await fetch(`${url}/${type}`, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": messageId,
        ...(token !== null && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    // The answer is not read: it may be endless.
    await response.body?.cancel();
    const { status } = response;
    if (response.ok) return null;
    const isFinal = status >= 400 && status < 500 && !temporary.has(status);
    return { text: `The housing system answered ${status}`, isFinal };
  } catch (error) {
    const name = error instanceof Error ? error.name : "error";
    const text =
      name === "TimeoutError"
        ? "The housing system did not answer in time"
        : "The housing system cannot be reached";
    return { text, isFinal: false };
  }
}

/** Adds the tasks of work orders whose messages wait without one: they came before the housing system was set up. */
export async function addMissingTasks({ database }: Pick<HactParts, "database">): Promise<void> {
  await database.pool.query(`
    select add_task('hact', jsonb_build_object('reference', w.reference))
      from (select distinct reference from hact_message where sent_on is null and failed_on is null) w
     where not exists (
       select from pgboss.job j where j.name = 'hact' and j.state in ('created', 'retry', 'active')
          and j.data ->> 'reference' = w.reference)`);
}
