import { randomUUIDv7 } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import {
  type CallAnswer,
  type CallBody,
  type CallQuery,
  command as knownCommand,
  type CommandType,
  z,
} from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Change } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { command, commandAcknowledgement, job } from "../../database/schema.ts";
import { formatIssues, type Refusal, refuse } from "../../http/problem.ts";
import {
  currentAppointment,
  freeUnacknowledged,
  isOperative,
  lockJob,
} from "../jobs/appointments.ts";
import { isWipedSql } from "../../database/wiped-device.ts";
import { type CommandBody, storeCommand } from "./store.ts";

const knownTypes: Readonly<Record<CommandType, true>> = {
  CancelJob: true,
  JobUpdate: true,
  DataDump: true,
  ExportDatabase: true,
  AccountNotice: true,
  AbsenceDecision: true,
  ContactsRemoved: true,
};

/** Queues a command. A known type must have its fields; a device acknowledges an unknown type as unsupported. */
export async function queueCommand(
  { orm, record }: Change,
  { fieldOperativeId, type, ...fields }: CallBody<typeof office.queueCommand>,
): Promise<CallAnswer<typeof office.queueCommand> | Refusal> {
  if (Object.hasOwn(knownTypes, type)) {
    const parsed = z.safeParse(knownCommand, { ...fields, type, messageId: randomUUIDv7() });
    if (!parsed.success) return refuse("invalid", { issues: formatIssues(parsed.error) });
  }
  if (!(await isOperative(orm, fieldOperativeId))) return refuse("not-found");
  const body = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  if (type === "CancelJob") await cancelUnacknowledged(orm, fieldOperativeId, fields);
  const commandId = await storeCommand(orm, fieldOperativeId, type, body);
  record({
    action: "command-queued",
    objectType: "command",
    objectId: commandId,
    fieldOperativeId,
    after: { type, ...body },
  });
  return { commandId };
}

async function cancelUnacknowledged(
  orm: Orm,
  fieldOperativeId: string,
  { jobId = "", fieldOperativeAppointmentId }: CommandBody,
) {
  const row = await lockJob(orm, jobId);
  if (!row) return;
  const current = await currentAppointment(orm, jobId);
  const isSameAppointment =
    current?.fieldOperativeId === fieldOperativeId &&
    current.fieldOperativeAppointmentId === fieldOperativeAppointmentId;
  if (isSameAppointment) await freeUnacknowledged(orm, row, current);
}

const maxCommands = 500;

type Unanswered = CallAnswer<typeof office.listCommands>[number]["unanswered"];

/**
 * Lists the newest commands first, at most 500, each with its last acknowledgement, or why there is none. Refuses an `after` that is no command
 * with `invalid`.
 */
export async function listCommands(
  { orm }: Database,
  { fieldOperativeId, after, limit }: CallQuery<typeof office.listCommands>,
): Promise<CallAnswer<typeof office.listCommands> | Refusal> {
  const last = after === undefined ? null : await readPosition(orm, after);
  if (last === undefined)
    return refuse("invalid", { issues: [{ path: "after", message: "There is no such command" }] });
  const listed = orm
    .select({
      commandId: command.commandId,
      fieldOperativeId: command.fieldOperativeId,
      type: command.type,
      jobId: command.jobId,
      body: command.body,
      createdOn: command.createdOn,
    })
    .from(command)
    .where(
      and(
        fieldOperativeId ? eq(command.fieldOperativeId, fieldOperativeId) : undefined,
        last
          ? sql`(${command.createdOn}, ${command.commandId}) < (${last.createdOn}::timestamptz, ${last.commandId}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(command.createdOn), desc(command.commandId))
    .limit(limit === undefined ? maxCommands : Math.min(maxCommands, Number(limit)))
    .as("listed");
  const answer = orm
    .select({
      acknowledgedOn: commandAcknowledgement.acknowledgedOn,
      outcome: commandAcknowledgement.outcome,
      details: commandAcknowledgement.details,
      readOn: sql<Date | null>`min(${commandAcknowledgement.readOn}) over ()`
        .mapWith(commandAcknowledgement.readOn)
        .as("first_read_on"),
    })
    .from(commandAcknowledgement)
    .where(eq(commandAcknowledgement.commandId, listed.commandId))
    .orderBy(desc(commandAcknowledgement.acknowledgedOn))
    .limit(1)
    .as("answer");
  const rows = await orm
    .select({
      commandId: listed.commandId,
      fieldOperativeId: listed.fieldOperativeId,
      type: listed.type,
      jobId: listed.jobId,
      formattedJobId: job.formattedJobId,
      createdOn: listed.createdOn,
      acknowledgedOn: answer.acknowledgedOn,
      outcome: answer.outcome,
      details: answer.details,
      readOn: answer.readOn,
      notice: sql<string | null>`${listed.body} ->> 'notice'`,
      granted: sql<string[] | null>`${listed.body} -> 'granted'`,
      withdrawn: sql<string[] | null>`${listed.body} -> 'withdrawn'`,
      isComment: sql<boolean>`${listed.body} @> '{"isComment": true}'`,
      reason: sql<
        string | null
      >`case when ${listed.type} = 'CancelJob' then ${listed.body} ->> 'reason' end`,
      unanswered: sql<Unanswered>`case
        when ${answer.acknowledgedOn} is not null then null
        when ${listed.body} ? 'withdrawnOn' then 'withdrawn'
        when exists (
          select from device d
           where d.field_operative_id = ${listed.fieldOperativeId}
             and d.installation ->> 'isTraining' is distinct from 'true'
             and d.device_id::text is distinct from ${listed.body} ->> 'exceptDeviceId'
             and not ${sql.raw(isWipedSql("d"))}) then 'waits'
        else 'no-phone' end`,
    })
    .from(listed)
    .leftJoinLateral(answer, sql`true`)
    .leftJoin(job, eq(job.jobId, listed.jobId))
    .orderBy(desc(listed.createdOn), desc(listed.commandId));
  return rows.map(({ createdOn, acknowledgedOn, readOn, ...row }) => ({
    ...row,
    createdOn: createdOn.toISOString(),
    acknowledgedOn: acknowledgedOn?.toISOString() ?? null,
    readOn: readOn?.toISOString() ?? null,
  }));
}

/** Reads the time as text, since a date of JavaScript has no microseconds. */
async function readPosition(orm: Orm, commandId: string) {
  const [position] = await orm
    .select({ commandId: command.commandId, createdOn: sql<string>`${command.createdOn}::text` })
    .from(command)
    .where(eq(command.commandId, commandId));
  return position;
}
