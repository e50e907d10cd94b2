import { type Call, trainingPath } from "@fieldfare/contract";
import { migrateTraining, openTraining } from "../../database/training.ts";
import { deviceStanding, namedDevice } from "../../http/devices.ts";
import { refuse } from "../../http/problem.ts";
import type { Route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { createIntake } from "../../messages/intake.ts";
import { messageRoutes } from "../../messages/routes.ts";
import { absenceRoutes } from "../absences/routes.ts";
import { deviceExportRoutes } from "../device-exports/routes.ts";
import { historyRoutes } from "../history/routes.ts";
import { installationRoutes } from "../installation/routes.ts";
import { logRoutes } from "../logs/routes.ts";
import { mileageRoutes } from "../mileage/routes.ts";
import { workRoutes } from "../work/routes.ts";
import { giveJobs, seat } from "./seat.ts";

const writers = 1;

export interface Emulation {
  readonly routes: readonly Route[];
  close(): Promise<void>;
}

/**
 * The same calls below /api/emulate, over tables of their own. Signing in, locks and reference data are
 * the live ones; all else that a training build brings about is not. The tables are made when somebody first asks.
 */
export function emulate(live: Server): Emulation {
  const database = openTraining(live.database);
  const training: Server = { ...live, database, use: "training" };
  const intake = createIntake(database, writers);
  let made: Promise<void> | null = null;
  const seated = new Set<string>();

  const ready = () => {
    made ??= migrateTraining(database).catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };

  const inTraining = ({ call, handle, options }: Route): Route => ({
    call: renamed(call),
    options: { ...options, isTraining: true },
    async handle(asked) {
      const fieldOperativeId = asked.request.identity?.fieldOperativeId ?? null;
      const deviceId = namedDevice(asked.request);
      if (!deviceId || fieldOperativeId === null) return refuse("device-unknown");
      const standing = await deviceStanding(live.database, deviceId, fieldOperativeId, "training");
      if (standing !== "ok") return refuse(`device-${standing}`);
      await ready();
      const trainee = { fieldOperativeId, deviceId };
      if (!seated.has(deviceId)) {
        await seat(database, trainee);
        seated.add(deviceId);
      }
      if (call.name === "getJobs") await giveJobs(database, trainee, live.config.now());
      return handle(asked);
    },
  });

  const routes = [
    ...workRoutes(training),
    ...historyRoutes(training),
    ...mileageRoutes(training),
    ...absenceRoutes(training),
    ...deviceExportRoutes(training),
    ...logRoutes(training),
    ...messageRoutes(training, intake),
  ];
  return {
    routes: [
      ...routes.filter(isEmulated).map(inTraining),
      ...installationRoutes(live, true).map((route) => ({ ...route, call: renamed(route.call) })),
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

function renamed(call: Call): Call {
  return {
    ...call,
    name: `emulate${call.name.charAt(0).toUpperCase()}${call.name.slice(1)}`,
    path: trainingPath(call.path),
    summary: `On training data: ${call.summary}`,
  };
}
