import { execFile } from "node:child_process";
import { stat, statfs } from "node:fs/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** A disk in memory over a folder, which can be made full. Nothing on it is durable, so measure nothing while it is used. */
export interface SmallDisk {
  /** From now on nothing more can be written. */
  fill(): Promise<void>;
  /** Somebody makes room. */
  free(): Promise<void>;
  /** What is opened afterwards is on the disk below again. */
  remove(): Promise<void>;
}

const roomySize = "6g";
const variable = "FIELDFARE_CLUSTER_MOUNTS";

/** Whether this process may mount disks without changing the machine: it was started by `runWithMounts`. */
export const mayMount = process.env[variable] === "1";

/** The program and the arguments that run a command where it may mount disks that nobody else sees. */
export function runWithMounts(command: readonly string[]) {
  const asRoot = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  return {
    file: "unshare",
    args: ["--mount", ...asRoot, "--", ...command],
    env: { ...process.env, [variable]: "1" },
  };
}

/** Mounts an empty disk over the folder, with the same owner. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk> {
  const { uid, gid } = await stat(folder);
  const mount = (options: string, ...args: string[]) =>
    execute("mount", ["-t", "tmpfs", "-o", options, ...args, "tmpfs", folder]);
  await mount(`size=${roomySize},mode=0700,uid=${uid},gid=${gid}`);
  return {
    async fill() {
      // A limit below what is used is refused, and others write meanwhile.
      for (let attempt = 0; ; attempt += 1) {
        const { blocks, bfree, bsize } = await statfs(folder);
        try {
          await mount(`remount,size=${Math.max(blocks - bfree, 1) * bsize}`);
          return;
        } catch (error) {
          if (attempt >= 20) throw error;
        }
      }
    },
    free: async () => void (await mount(`remount,size=${roomySize}`)),
    remove: async () => void (await execute("umount", ["--lazy", folder])),
  };
}
