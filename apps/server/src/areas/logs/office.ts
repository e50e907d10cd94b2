import { and, desc, eq, lt, sql } from "drizzle-orm";
import { type CallAnswer, type CallQuery, z } from "@fieldfare/contract";
import type * as office from "@fieldfare/contract/office";
import type { Database } from "../../database/database.ts";
import { deviceLog, deviceReport, refusedMessage } from "../../database/schema.ts";
import { type Refusal, refuse } from "../../http/problem.ts";

const defaultLimit = "100";

type ReportKind = CallAnswer<typeof office.readDeviceReport>["kind"];

/** Log entries of devices, the newest first. Refuses a `before` that no answer has given. */
export async function listDeviceLog(
  { orm }: Database,
  {
    deviceId,
    fieldOperativeId,
    commandId,
    before,
    limit = defaultLimit,
  }: CallQuery<typeof office.listDeviceLog>,
): Promise<CallAnswer<typeof office.listDeviceLog> | Refusal> {
  const place = before === undefined ? null : parsePlace(before);
  if (before !== undefined && place === null)
    return refuse("invalid", { issues: [{ path: "before", message: "Use the last `next`" }] });
  const rows = await orm
    .select()
    .from(deviceLog)
    .where(
      and(
        deviceId ? eq(deviceLog.deviceId, deviceId) : undefined,
        fieldOperativeId ? eq(deviceLog.fieldOperativeId, fieldOperativeId) : undefined,
        commandId ? eq(deviceLog.commandId, commandId) : undefined,
        place
          ? sql`(${deviceLog.receivedOn}, ${deviceLog.logId}) < (${place.receivedOn}::timestamptz, ${place.logId}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(deviceLog.receivedOn), desc(deviceLog.logId))
    .limit(Number(limit));
  const last = rows.length < Number(limit) ? undefined : rows.at(-1);
  return {
    entries: rows.map(({ loggedOn, receivedOn, ...row }) => ({
      ...row,
      loggedOn: loggedOn.toISOString(),
      receivedOn: receivedOn.toISOString(),
    })),
    next: last ? `${last.receivedOn.toISOString()}_${last.logId}` : null,
  };
}

/** The entries of one request have the same time, so their ids order them. */
const place = z.tuple([z.iso.datetime(), z.guid()]);

function parsePlace(text: string): { receivedOn: string; logId: string } | null {
  const parsed = place.safeParse(text.split("_"));
  return parsed.success ? { receivedOn: parsed.data[0], logId: parsed.data[1] } : null;
}

/** Reports of devices without their bodies, the newest first. */
export async function listDeviceReports(
  { orm }: Database,
  {
    deviceId,
    fieldOperativeId,
    kind,
    before,
    limit = defaultLimit,
  }: CallQuery<typeof office.listDeviceReports>,
): Promise<CallAnswer<typeof office.listDeviceReports>> {
  const rows = await orm
    .select(reportColumns)
    .from(deviceReport)
    .where(
      and(
        deviceId ? eq(deviceReport.deviceId, deviceId) : undefined,
        fieldOperativeId ? eq(deviceReport.fieldOperativeId, fieldOperativeId) : undefined,
        kind ? eq(deviceReport.kind, kind) : undefined,
        before === undefined ? undefined : lt(deviceReport.reportId, Number(before)),
      ),
    )
    .orderBy(desc(deviceReport.reportId))
    .limit(Number(limit));
  return {
    reports: rows.map(toReport),
    next: rows.length < Number(limit) ? null : (rows.at(-1)?.reportId ?? null),
  };
}

/** A report of a device with its body; null: unknown. */
export async function findDeviceReport(
  { orm }: Database,
  reportId: number,
): Promise<CallAnswer<typeof office.readDeviceReport> | null> {
  const [row] = await orm
    .select({ ...reportColumns, body: deviceReport.body })
    .from(deviceReport)
    .where(eq(deviceReport.reportId, reportId));
  return row ? { ...toReport(row), body: row.body } : null;
}

const reportColumns = {
  reportId: deviceReport.reportId,
  kind: sql<ReportKind>`${deviceReport.kind}`,
  fieldOperativeId: deviceReport.fieldOperativeId,
  deviceId: deviceReport.deviceId,
  commandId: deviceReport.commandId,
  receivedOn: deviceReport.receivedOn,
};

const toReport = <Row extends { readonly receivedOn: Date }>({ receivedOn, ...row }: Row) => ({
  ...row,
  receivedOn: receivedOn.toISOString(),
});

/** Messages that the server has refused, the newest first. */
export async function listRefusedMessages(
  { orm }: Database,
  {
    deviceId,
    fieldOperativeId,
    jobId,
    before,
    limit = defaultLimit,
  }: CallQuery<typeof office.listRefusedMessages>,
): Promise<CallAnswer<typeof office.listRefusedMessages>> {
  const rows = await orm
    .select()
    .from(refusedMessage)
    .where(
      and(
        deviceId ? eq(refusedMessage.deviceId, deviceId) : undefined,
        fieldOperativeId ? eq(refusedMessage.fieldOperativeId, fieldOperativeId) : undefined,
        jobId ? eq(refusedMessage.jobId, jobId) : undefined,
        before === undefined ? undefined : lt(refusedMessage.refusedId, Number(before)),
      ),
    )
    .orderBy(desc(refusedMessage.refusedId))
    .limit(Number(limit));
  return {
    messages: rows.map(({ lastReceivedOn, ...row }) => ({
      ...toReport(row),
      lastReceivedOn: lastReceivedOn.toISOString(),
    })),
    next: rows.length < Number(limit) ? null : (rows.at(-1)?.refusedId ?? null),
  };
}
