import { canonicalJson, type MessageOrder, type MessageType } from "@fieldfare/contract";
import type { Phone } from "./phone.ts";
import type { Scenario } from "./scenario-types.ts";

/** A message as the server's database stores it. */
export interface ReceivedMessage {
  readonly messageId: string;
  /** The field operative who sent it. */
  readonly engineer: string;
  readonly type: MessageType;
  readonly payload: Record<string, unknown>;
  readonly jobId: string | null;
  readonly appointmentId: string | null;
  readonly order: MessageOrder;
  readonly flags: readonly string[];
}

/** All messages of the scenario's engineers, in the order in which the server recorded them. */
export async function readReceived(scenario: Scenario): Promise<readonly ReceivedMessage[]> {
  const { rows } = await scenario.world.database.pool.query<ReceivedMessage>(
    `select message_id as "messageId", field_operative_id as engineer, type, payload, job_id as "jobId",
       field_operative_appointment_id as "appointmentId", "order", flags
     from message where field_operative_id = any($1::uuid[]) order by arrival`,
    [listOperativeIds(scenario)],
  );
  return rows;
}

/** Within an ordering key the server has recorded the messages in the order in which the phone queued them. */
export function checkOrder(
  scenario: Scenario,
  phone: Phone,
  received: readonly ReceivedMessage[],
): void {
  const { entries } = phone.oracle;
  const last = new Map<string, number>();
  for (const message of received) {
    const entry = entries.get(message.messageId);
    if (!entry) continue;
    const before = last.get(entry.orderingKey) ?? 0;
    if (entry.number < before)
      scenario.reportViolation(
        `${phone.name}: ${entry.type} ${entry.messageId} overtook its ordering key`,
      );
    last.set(entry.orderingKey, entry.number);
  }
}

const allowedTransitions: Readonly<Record<string, readonly string[]>> = {
  New: ["New", "Travelling"],
  Travelling: ["OnSite", "New"],
  OnSite: ["AccessGained", "New", "Closed"],
  AccessGained: ["Closed", "Held"],
  Held: ["OnSite"],
  Closed: [],
};

/** Statuses change as the domain allows, except in jobs of which the scenario destroyed a message. */
export function checkStatuses(scenario: Scenario, received: readonly ReceivedMessage[]): void {
  const states = new Map<string, string>();
  const known = new Set(received.map((message) => message.messageId));
  const jobsWithLosses = new Set(
    scenario.phones
      .flatMap((phone) => [...phone.oracle.entries.values()])
      .filter((entry) => entry.mayBeLost && !known.has(entry.messageId))
      .map((entry) => entry.jobId),
  );
  for (const { type, payload, jobId, appointmentId, flags, messageId } of received) {
    if (jobsWithLosses.has(jobId)) continue;
    const phone = scenario.phones.find(({ oracle }) => oracle.entries.has(messageId));
    const unexpectedFlags = flags.filter(
      (flag) =>
        !flag.startsWith("appointment-ended") &&
        flag !== "device-locked" &&
        // A lock ends the sign-in, also for what is sent after the unlock.
        flag !== "sign-in-ended" &&
        !(phone?.hasWrongClock && /^clock-(off|corrected): /.test(flag)) &&
        !(phone?.network.delayedMessages.has(messageId) && flag.startsWith("clock-off: ")),
    );
    if (unexpectedFlags.length > 0)
      scenario.reportViolation(`${type} ${messageId} was flagged: ${unexpectedFlags.join()}`);
    if (appointmentId === null) continue;
    const to = readReportedStatus(type, payload);
    if (to === null) continue;
    const from = states.get(appointmentId) ?? "New";
    if (!allowedTransitions[from]?.includes(to))
      scenario.reportViolation(`a job went from ${from} to ${to} (${type} ${messageId})`);
    states.set(appointmentId, to);
  }
}

function readReportedStatus(type: MessageType, payload: Record<string, unknown>): string | null {
  // A phone that is wiped hands a visit over, whose status is unchanged.
  if (type === "JobStatusChange" && payload.job && payload.currentStatus !== "Reset") return null;
  if (type === "JobStatusChange")
    return payload.currentStatus === "Reset" ? "New" : String(payload.currentStatus);
  if (type === "JobHoldChange") return payload.isOnHold === true ? "Held" : "OnSite";
  return null;
}

/** The table that has one row for each message of a type. */
const effectTables: Partial<Record<MessageType, string>> = {
  JobImage: "job_image",
  JobClose: "job_closing",
  JobNoAccess: "job_closing",
  PropertyNotificationConfirm: "notice_confirmation",
  RejectRemoveRequest: "removal_rejection",
};

/** A removal or a cancel has a closing row only when the engineer had recorded something or taken a photo before it. */
function findEffectTable({ type, payload }: ReceivedMessage): string | undefined {
  if (type === "JobStatusChange")
    return payload.job && payload.currentStatus === "Reset" ? "job_closing" : undefined;
  if (type === "JobRemove") return payload.job || payload.manifest ? "job_closing" : undefined;
  return effectTables[type];
}

/** The appointment had ended when the message arrived: the server stores it as evidence and changes nothing. */
export function isEvidence({ flags }: Pick<ReceivedMessage, "flags">): boolean {
  return flags.some((flag) => flag.startsWith("appointment-ended"));
}

/** Each message has its effect once, and every effect comes from a message that a phone queued. */
export async function checkEffects(
  scenario: Scenario,
  received: readonly ReceivedMessage[],
): Promise<void> {
  const queued = new Map(scenario.phones.flatMap((phone) => [...phone.oracle.entries]));
  for (const { messageId, type } of received)
    if (!queued.has(messageId)) scenario.reportViolation(`no phone queued ${type} ${messageId}`);

  const jobIds = [...scenario.office.jobs.keys()];
  for (const table of new Set(Object.values(effectTables))) {
    const expected = received
      .filter((message) => findEffectTable(message) === table)
      .map((message) => message.messageId)
      .sort();
    const { rows } = await scenario.world.database.pool.query<{ id: string }>(
      `select message_id as id from ${table} where job_id = any($1::uuid[])`,
      [jobIds],
    );
    const found = rows.map((row) => row.id).sort();
    if (canonicalJson(found) !== canonicalJson(expected))
      scenario.reportViolation(
        `${table} holds ${found.length} rows for ${expected.length} messages`,
      );
  }

  const { rows } = await scenario.world.database.pool.query<{ id: string; type: string }>(
    `select c.command_id as id, c.type from command c
      where c.field_operative_id = any($1::uuid[]) and not exists (
        select 1 from command_acknowledgement a where a.command_id = c.command_id)`,
    // A wiped phone acknowledges nothing more.
    [
      scenario.phones
        .filter(({ isWiped }) => !isWiped)
        .map(({ engineer }) => engineer.fieldOperativeId),
    ],
  );
  for (const { id, type } of rows)
    scenario.reportViolation(`no device acknowledged the command ${type} ${id}`);

  const alarms = await scenario.world.database.pool.query<{
    kind: string;
    details: { readonly fieldOperativeId?: string };
    is_of_moved_job: boolean;
  }>(
    `select a.kind, a.details, exists (
         select from message m join appointment p using (field_operative_appointment_id)
          where m.message_id::text = a.details ->> 'messageId'
            and (p.ended_reason = 'moved' or p.ended_reason = 'removed' and not exists (
              select from message r
               where r.type = 'JobRemove' and r.field_operative_appointment_id = p.field_operative_appointment_id
                 and r.arrival < m.arrival)))
         as is_of_moved_job
       from alarm a
      where a.details ->> 'fieldOperativeId' = any($1::text[]) or a.details ->> 'accountId' = any($2::text[])`,
    [listOperativeIds(scenario), scenario.phones.map(({ engineer }) => engineer.accountId)],
  );
  const operativesWithDataLoss = new Set(
    scenario.phones
      .filter(({ hasLostEverything }) => hasLostEverything)
      .map(({ engineer }) => engineer.fieldOperativeId),
  );
  for (const { kind, details, is_of_moved_job } of alarms.rows) {
    // The server raises an alarm for a phone that has lost both copies of its data: this scenario deleted them.
    if (kind === "device-data-lost" && operativesWithDataLoss.has(String(details.fieldOperativeId)))
      continue;
    // An engineer went on with a job that the office had moved or taken away meanwhile, as in this scenario.
    if (movedJobAlarms.has(kind) && is_of_moved_job) continue;
    scenario.reportViolation(`the server raised an alarm: ${kind} ${JSON.stringify(details)}`);
  }
}

const movedJobAlarms: ReadonlySet<string> = new Set(["moved-job-kept", "moved-visit-ended"]);

function listOperativeIds(scenario: Scenario): string[] {
  return scenario.phones.map(({ engineer }) => engineer.fieldOperativeId);
}
