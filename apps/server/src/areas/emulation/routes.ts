import { type Call, trainingPath } from "@fieldfare/contract";
import { createReadLog } from "../../database/read-log.ts";
import { migrateTraining, openTraining } from "../../database/training.ts";
import { readDeviceStatus, readDeviceId } from "../../http/devices.ts";
import { refuse } from "../../http/problem.ts";
import type { Route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { createIntake } from "../../messages/intake.ts";
import { messageRoutes } from "../../messages/routes.ts";
import { attachmentRoutes } from "../attachments/routes.ts";
import { absenceRoutes } from "../absences/routes.ts";
import { deviceExportRoutes } from "../device-exports/routes.ts";
import { historyRoutes } from "../documents/routes.ts";
import { installationRoutes } from "../devices/routes.ts";
import { logRoutes } from "../logs/routes.ts";
import { mileageRoutes } from "../mileage/routes.ts";
import { commandRoutes } from "../commands/routes.ts";
import { jobRoutes } from "../jobs/routes.ts";
import { ensureOpenJobs, enrol } from "./enrol.ts";

const writers = 1;
const noTasks = () => undefined;

export interface Emulation {
  readonly routes: readonly Route[];
  close(): Promise<void>;
}

/**
 * Creates the same calls below /api/emulate, on separate tables. Sign-in, locks and reference data are the live ones;
 * nothing else that a training build does changes live data. The tables are created at the first call.
 */
export function createEmulation(live: Server): Emulation {
  const database = openTraining(live.database);
  const training: Server = {
    ...live,
    database,
    readLog: createReadLog(database),
    use: "training",
  };
  const intake = createIntake(database, writers, noTasks);
  let migration: Promise<void> | null = null;
  const enrolled = new Set<string>();

  const ensureMigrated = () => {
    migration ??= migrateTraining(database).catch((error: unknown) => {
      migration = null;
      throw error;
    });
    return migration;
  };

  const toTrainingRoute = ({ call, handle, options }: Route): Route => ({
    call: toTrainingCall(call),
    options: {
      ...options,
      isTraining: true,
      ...(options.onUnreadable && {
        onUnreadable: async (request, error) => {
          await ensureMigrated();
          await options.onUnreadable?.(request, error);
        },
      }),
    },
    async handle(input) {
      const fieldOperativeId = input.request.identity?.fieldOperativeId ?? null;
      const deviceId = readDeviceId(input.request);
      if (!deviceId || fieldOperativeId === null) return refuse("device-unknown");
      const deviceStatus = await readDeviceStatus(
        live.database,
        deviceId,
        fieldOperativeId,
        "training",
      );
      if (deviceStatus !== "ok") return refuse(deviceStatus);
      await ensureMigrated();
      const trainee = { fieldOperativeId, deviceId };
      if (!enrolled.has(deviceId)) {
        await enrol(database, trainee);
        enrolled.add(deviceId);
      }
      if (call.name === "getJobs") await ensureOpenJobs(database, trainee, live.config.now());
      return handle(input);
    },
  });

  const routes = [
    ...jobRoutes(training),
    ...attachmentRoutes(training),
    ...commandRoutes(training),
    ...historyRoutes(training),
    ...mileageRoutes(training),
    ...absenceRoutes(training),
    ...deviceExportRoutes(training),
    ...logRoutes(training),
    ...messageRoutes(training, intake),
  ];
  return {
    routes: [
      ...routes.filter(isEmulated).map(toTrainingRoute),
      ...installationRoutes(live, true).map((route) => ({
        ...route,
        call: toTrainingCall(route.call),
      })),
    ],
    async close() {
      await intake.close();
      await database.close();
    },
  };
}

function isEmulated({ call }: Route): boolean {
  return call.audience === "engineer" && trainingPath(call.path) !== call.path;
}

function toTrainingCall(call: Call): Call {
  return {
    ...call,
    name: `emulate${call.name.charAt(0).toUpperCase()}${call.name.slice(1)}`,
    path: trainingPath(call.path),
    summary: `On training data: ${call.summary}`,
  };
}
