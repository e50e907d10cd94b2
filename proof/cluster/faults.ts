import { setTimeout as pause } from "node:timers/promises";
import { healthReady } from "@fieldfare/contract";
import type { Cluster, ServerNode } from "./cluster.ts";
import type { Fault } from "./drill.ts";
import { makeNewVersion } from "./new-version.ts";
import type { Node } from "./postgresql.ts";
import { waitUntil } from "./programs.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";
import type { Supervisor } from "./supervisor.ts";

/** How long faults last that somebody has to end. */
export const lengths = { storeSeconds: 60, diskSeconds: 20 };

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
  "store-stopped": {
    name: "The object store is killed, and started again later",
    async cause({ store }) {
      await store.kill();
      await pause(lengths.storeSeconds * 1_000);
      await store.start();
    },
  },
  "standby-disk-full": fillDiskOf("standby"),
  "primary-disk-full": fillDiskOf("primary"),
  "server-disk-full": fillServersDisk(),
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
  "new-version": {
    name: "A new version with a migration replaces the servers one after the other",
    async cause(cluster) {
      const main = await makeNewVersion(cluster.spareFolder);
      const [first, ...others] = cluster.servers;
      const replace = async (server: ServerNode) => {
        await server.end("SIGTERM");
        server.useVersion(main);
        await server.start();
      };
      if (first) await replace(first);
      for (const server of others) {
        await waitUntil(server.name, () => expectRefusal(server), { seconds: 10 });
        await replace(server);
      }
    },
  },
} as const satisfies Record<string, Fault>;

/** Throws unless the server says that a newer version has upgraded the database, and takes nothing. */
async function expectRefusal({ origin }: ServerNode): Promise<void> {
  const ready = await fetch(`${origin}/api/health/ready`);
  const { migrations } = healthReady.response.parse(await ready.json());
  if (ready.status !== 503 || migrations !== "other-version")
    throw new Error(`A server of the earlier version answers ${ready.status}, ${migrations}`);
  const { status } = await fetch(`${origin}/api/job/status`, { method: "POST" });
  if (status !== 503) throw new Error(`A server of the earlier version takes work: ${status}`);
}

/** The node has its data on a small disk, which is full for a while. Afterwards it is a standby on its own disk. */
function fillDiskOf(role: "primary" | "standby"): Fault {
  let disk: SmallDisk | null = null;
  let node: Node | null = null;
  return {
    name: `The disk of the ${role} is full`,
    async prepare({ supervisor }) {
      node = supervisor.standby();
      disk = await mountSmallDisk(node.data);
      await replaceNode(supervisor, node);
      if (role === "primary") await replaceNode(supervisor, supervisor.primary());
    },
    async cause() {
      await disk?.fill();
      await pause(lengths.diskSeconds * 1_000);
      await disk?.free();
    },
    async finish({ supervisor }) {
      await disk?.remove();
      if (node) await replaceNode(supervisor, node);
    },
  };
}

/** Ends the node, and waits until it is a standby with the data of the other one. */
async function replaceNode(supervisor: Supervisor, node: Node): Promise<void> {
  const expectSynchronous = (isExpected: boolean) => () =>
    supervisor.isSynchronous() === isExpected
      ? Promise.resolve()
      : Promise.reject(new Error(`The pair is ${isExpected ? "not " : ""}in step`));
  await node.program.end("SIGKILL");
  await waitUntil(`The end of ${node.name}`, expectSynchronous(false), { seconds: 60 });
  await waitUntil(node.name, expectSynchronous(true), { seconds: 180 });
}

/** Nothing of a server needs its disk: not its work, and not its start. */
function fillServersDisk(): Fault {
  let disk: SmallDisk | null = null;
  return {
    name: "The disk of a server is full, and the server is killed and started again",
    async cause(cluster) {
      const server = serverOf(cluster, 1);
      disk = await mountSmallDisk(server.data);
      await disk.fill();
      await server.end("SIGKILL");
      await server.start();
    },
    async finish() {
      await disk?.remove();
    },
  };
}
