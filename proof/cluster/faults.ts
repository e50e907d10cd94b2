import { setTimeout as pause } from "node:timers/promises";
import type { Cluster, ServerNode } from "./cluster.ts";
import type { Fault } from "./drill.ts";

/** The time in which somebody, or an orchestrator, starts a server again. */
const restartMs = 5_000;

function serverOf({ servers }: Cluster, index: number): ServerNode {
  const server = servers[index];
  if (!server) throw new Error(`The cluster has no server ${index + 1}`);
  return server;
}

/** The faults by the names that a command line gives. */
export const faults = {
  "server-killed": {
    name: "A server is killed, and started again after five seconds",
    async cause(cluster) {
      const server = serverOf(cluster, 0);
      await server.end("SIGKILL");
      await pause(restartMs);
      await server.start();
    },
  },
  "primary-killed": {
    name: "The primary is killed",
    cause: ({ supervisor }) => supervisor.primary().program.end("SIGKILL"),
  },
  "pooler-restarted": {
    name: "The pooler is killed and started again",
    cause: (cluster) => cluster.restartPooler(),
  },
  "primary-hangs": {
    name: "The primary hangs",
    cause: ({ supervisor }) => supervisor.primary().program.freeze(),
  },
  "standby-killed": {
    name: "The standby is killed",
    cause: ({ supervisor }) => supervisor.standby().program.end("SIGKILL"),
  },
  "servers-restarted": {
    name: "The servers are stopped and started one after the other",
    async cause(cluster) {
      for (const server of cluster.servers) {
        await server.end("SIGTERM");
        await server.start();
        await pause(restartMs);
      }
    },
  },
} as const satisfies Record<string, Fault>;
