import { logDump, logDumpData, logErrors } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { readAuditSource } from "../../http/audit-source.ts";
import { refuse } from "../../http/problem.ts";
import { ok, type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import {
  findDeviceReport,
  listDeviceLog,
  listDeviceReports,
  listRefusedMessages,
} from "./office.ts";
import { storeEntries, storeTables } from "./store.ts";

/** The routes of logs, reports and refused messages. */
export function logRoutes({ database }: Server): Route[] {
  return [
    // An engineer's device: store its errors; the same entry is stored once.
    route(logErrors, async ({ identity, deviceId, body }) => {
      await storeEntries(database, { ...identity, deviceId, commandId: null }, body.entries);
      return ok;
    }),
    // An engineer's device that was sent a command for its log: store the log under the command.
    route(logDump, async ({ identity, deviceId, body }) => {
      await storeEntries(
        database,
        { ...identity, deviceId, commandId: body.commandId },
        body.entries,
      );
      return ok;
    }),
    // An engineer's device that was sent a command for its tables: store them under the command.
    route(logDumpData, async ({ identity, deviceId, body }) => {
      await storeTables(database, { ...identity, deviceId, commandId: body.commandId }, body);
      return ok;
    }),
  ];
}

/** What devices report, for the office. */
export function officeReportRoutes({ database, readLog }: Server): Route[] {
  return [
    // The office: the errors and logs of devices.
    route(office.listDeviceLog, ({ query }) => listDeviceLog(database, query)),
    // The office: the memory reports and data dumps of devices, and one with its content.
    route(office.listDeviceReports, ({ query }) => listDeviceReports(database, query)),
    route(office.readDeviceReport, async ({ params, request }) => {
      const report = await findDeviceReport(database, Number(params.reportId));
      if (!report) return refuse("not-found");
      await readLog.record({
        action: "device-report-read",
        source: readAuditSource(request),
        objectType: "device-report",
        objectId: params.reportId,
        fieldOperativeId: report.fieldOperativeId,
        after: { kind: report.kind, deviceId: report.deviceId },
      });
      return report;
    }),
    // The office: the messages that the server refused.
    route(office.listRefusedMessages, ({ query }) => listRefusedMessages(database, query)),
  ];
}
