import { and, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { CallAnswer, CallQuery } from "@fieldfare/contract";
import type { listHactMessages, repeatHactMessage } from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { hactMessage, hactWorkOrder } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

type Filter = NonNullable<CallQuery<typeof listHactMessages>>;

const defaultLimit = 100;

const states = {
  waiting: and(isNull(hactMessage.sentOn), isNull(hactMessage.failedOn)),
  sent: and(isNotNull(hactMessage.sentOn), isNull(hactMessage.failedOn)),
  failed: isNotNull(hactMessage.failedOn),
};

/** Lists messages to the housing system, newest first. */
export async function listMessages(
  { orm }: Database,
  { state, before, limit }: Filter,
): Promise<CallAnswer<typeof listHactMessages>> {
  const rows = await orm
    .select({ message: hactMessage, jobId: hactWorkOrder.jobId })
    .from(hactMessage)
    .innerJoin(hactWorkOrder, eq(hactWorkOrder.reference, hactMessage.reference))
    .where(
      and(
        state && states[state],
        before === undefined ? undefined : lt(hactMessage.sequence, Number(before)),
      ),
    )
    .orderBy(desc(hactMessage.sequence))
    .limit(limit === undefined ? defaultLimit : Number(limit));
  return rows.map(({ message, jobId }) => ({
    messageId: message.messageId,
    sequence: message.sequence,
    workOrderReference: message.reference,
    jobId,
    type: message.type,
    step: message.step,
    happenedOn: message.happenedOn.toISOString(),
    state: message.failedOn ? "failed" : message.sentOn ? "sent" : "waiting",
    attempts: message.attempts,
    lastAttemptOn: message.lastAttemptOn?.toISOString() ?? null,
    lastError: message.lastError,
    sentOn: message.sentOn?.toISOString() ?? null,
  }));
}

/** Sends a message again, after those of its work order that wait before it. Its days begin again. */
export async function sendAgain(
  { orm, record }: Change,
  messageId: string,
): Promise<CallAnswer<typeof repeatHactMessage> | Refusal> {
  const [row] = await orm
    .update(hactMessage)
    .set({ sentOn: null, failedOn: null, firstAttemptOn: null, lastError: null })
    .where(eq(hactMessage.messageId, messageId))
    .returning({ reference: hactMessage.reference, type: hactMessage.type });
  if (!row) return refuse("not-found");
  await orm.execute(
    sql`select add_task('hact', jsonb_build_object('reference', ${row.reference}::text))`,
  );
  record({
    action: "hact-message-sent-again",
    objectType: "hact-message",
    objectId: messageId,
    after: { type: row.type, workOrderReference: row.reference },
  });
  return { messageId };
}
