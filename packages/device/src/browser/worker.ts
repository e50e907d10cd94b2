import { DeviceDatabase } from "../database/database.ts";
import type { Device } from "../device.ts";
import { createEvents } from "../events.ts";
import type { Ports } from "../ports.ts";
import { browserPorts } from "./ports.ts";

/** Opens the device in the service worker, which only sends: it has no camera, no journal, no sync. */
export function openWorkerDevice(): Device {
  const channel = new BroadcastChannel("fieldfare-events");
  const ports: Ports = {
    ...browserPorts,
    journal: null,
    nudge: () => undefined,
    shrinkPhoto: () => Promise.resolve(null),
    position: () => Promise.resolve(null),
    applySync: () => Promise.resolve({ kind: "network" }),
    lookUp: () => Promise.reject(new Error("The service worker looks nothing up")),
  };
  const database = new DeviceDatabase();
  database.on("versionchange", () => database.close());
  return {
    database,
    ports,
    events: createEvents((event) => channel.postMessage(event)),
    pending: { credentials: null },
  };
}
