import { spawn, spawnSync } from "node:child_process";
import { chown, lstat, readFile, readdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import type { Binaries } from "./embedded-binaries.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";

type User = { readonly uid: number; readonly gid: number };

/** How to run PostgreSQL's programs, which refuse to run as root. */
export type Launcher = {
  readonly prefix: readonly string[];
  /** The user to switch to before the program starts. */
  readonly as: User | undefined;
  /** The user who must own the data. Undefined: the current user does. */
  readonly owner: User | undefined;
};

/**
 * An ordinary user runs PostgreSQL directly. Root runs it as `nobody`. Where `nobody` cannot enter the folders (a
 * checkout under /root), a user namespace or one retained capability gives access.
 */
export async function chooseLauncher(binaries: Binaries, directory: string): Promise<Launcher> {
  const nobody = await findNobody();
  if (process.getuid?.() !== 0) return ordinaryUser(nobody, binaries, directory);
  const before = await lstat(directory);
  for (const candidate of candidates(nobody)) {
    if (candidate.owner) await chown(directory, candidate.owner.uid, candidate.owner.gid);
    if (canRun(candidate, binaries, directory)) return candidate;
  }
  await chown(directory, before.uid, before.gid);
  throw new EmbeddedDatabaseError(
    "user-refused",
    `PostgreSQL refuses to run as root, and no other user can reach both ${binaries.postgres} and ${directory}. ` +
      "Start as an ordinary user, or move the project and DATA_DIR to folders that others may enter " +
      "(for example under /opt or /srv), or set DATABASE_URL to a PostgreSQL server of your own.",
  );
}

export type RunResult = { readonly code: number | null; readonly output: string };

/** Runs one program to its end and collects its output. */
export function run(
  launcher: Launcher,
  program: string,
  args: readonly string[],
): Promise<RunResult> {
  const [file = program, ...rest] = [...launcher.prefix, program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, {
      ...launcher.as,
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      env: environment(),
      // The program gets its own process group: Ctrl-C reaches only the server, which then stops the database
      // itself.
      detached: process.platform !== "win32",
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", reject);
    // The "close" event would not do: a postmaster that inherited the pipes keeps them open.
    child.once("exit", (code) => {
      setImmediate(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ code, output });
      });
    });
  });
}

/** Gives everything under `path` to the launcher's user, if that user does not own it yet. */
export async function changeOwner(launcher: Launcher, path: string): Promise<void> {
  if (!launcher.owner || (await lstat(path)).uid === launcher.owner.uid) return;
  const { uid, gid } = launcher.owner;
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid);
  }
  // The folder itself comes last, so that an interrupted change is repeated.
  await chown(path, uid, gid);
}

/** PostgreSQL needs a user with a name. Containers run with bare numbers. */
function ordinaryUser(nobody: User, binaries: Binaries, directory: string): Launcher {
  const plain: Launcher = { prefix: [], as: undefined, owner: undefined };
  if (hasName()) return plain;
  const named: Launcher = { ...plain, prefix: buildNamespacePrefix(nobody) };
  if (canRun(named, binaries, directory)) return named;
  throw new EmbeddedDatabaseError(
    "user-refused",
    `PostgreSQL refuses to run as user ${process.getuid?.()}, who has no name on this machine. ` +
      "Start as a user with an entry in /etc/passwd, or set DATABASE_URL to a PostgreSQL server of your own.",
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

function buildNamespacePrefix({ uid, gid }: User): readonly string[] {
  return ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`, "--"];
}

function candidates(nobody: User): Launcher[] {
  const { uid, gid } = nobody;
  const capability = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  const retained = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--"];
  return [
    { prefix: [], as: nobody, owner: nobody },
    { prefix: buildNamespacePrefix(nobody), as: undefined, owner: { uid: 0, gid: 0 } },
    { prefix: [...capability, ...retained], as: undefined, owner: nobody },
  ];
}

function canRun(launcher: Launcher, binaries: Binaries, directory: string): boolean {
  const script = '"$0" --version && cd "$1" && : > .reach && rm .reach';
  const [file, ...rest] = [...launcher.prefix, "sh", "-c", script];
  const result = spawnSync(file, [...rest, binaries.postgres, directory], {
    ...launcher.as,
    cwd: "/",
    stdio: "ignore",
    env: environment(),
  });
  return result.status === 0;
}

async function findNobody(): Promise<User> {
  const lines = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n");
  const [, , uid, gid] = lines.find((line) => line.startsWith("nobody:"))?.split(":") ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** PG* variables of the shell would silently change what the programs do. */
function environment(): NodeJS.ProcessEnv {
  const retained = Object.entries(process.env).filter(([name]) => !name.startsWith("PG"));
  return { ...Object.fromEntries(retained), LC_ALL: "C" };
}
