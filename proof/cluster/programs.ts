import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { chooseLauncher, type Launcher } from "../../apps/server/src/database/embedded-launcher.ts";
import { cacheFolder, unpackPackages } from "../debian.ts";

/** The settings that the containers of `deploy` use as well. */
export const settings = fileURLToPath(new URL("../../deploy/", import.meta.url));

const packages = [
  "haproxy",
  "memcached",
  "openssl",
  "pgbouncer",
  "postgresql-15",
  "python3.11",
  "swift-account",
  "swift-container",
  "swift-object",
  "swift-proxy",
];

/** What the machine has anyway, or what only an installation needs. */
const without = [
  "adduser",
  "ca-certificates",
  "cron",
  "debconf",
  "dpkg",
  "init-system-helpers",
  "libc6",
  "libllvm14",
  "locales",
  "logrotate",
  "lsb-base",
  "media-types",
  "netbase",
  "openstack-pkg-tools",
  "passwd",
  "perl",
  "perl-base",
  "postgresql-client-common",
  "postgresql-common",
  "procps",
  "python3-docutils",
  "python3-lib2to3",
  "python3-pastescript",
  "python3-pip",
  "rsync",
  "rsyslog",
  "sed",
  "sensible-utils",
  "ssl-cert",
  "sysvinit-utils",
  "tzdata",
  "ucf",
  "uwsgi-core",
  "uwsgi-plugin-python3",
  "wget",
];

const names = [
  "usr/lib/postgresql/15/bin/initdb",
  "usr/lib/postgresql/15/bin/pg_basebackup",
  "usr/lib/postgresql/15/bin/postgres",
  "usr/bin/memcached",
  "usr/bin/openssl",
  "usr/bin/python3.11",
  "usr/sbin/haproxy",
  "usr/sbin/pgbouncer",
];

const swiftCode = "usr/lib/python3/dist-packages/swift/common/utils.py";
/** Lines of Swift that need the rights of root, and what is there instead. */
const swiftChanges = [
  ["SWIFT_CONF_FILE = '/etc/swift/swift.conf'", "SWIFT_CONF_FILE = os.environ['SWIFT_CONF_FILE']"],
  ["def drop_privileges(user):", "def drop_privileges(user):\n    return"],
] as const;

/** The programs of the cluster, and how to start them. */
export interface Programs {
  /** Runs a program to its end. Throws with its output if it fails. */
  run(command: Command): Promise<void>;
  /** Starts a program that goes on. Its output is in `log`. */
  start(command: Command & { readonly log: string }): Program;
  /** Ends what was started and still runs, at once. The end of this process does so as well. */
  endAll(): Promise<void>;
  /** Ends a process that was started elsewhere with the others. */
  adopt(child: ChildProcess): Program;
  /** Who owns the folder of PostgreSQL's and the pooler's files. */
  readonly owner: Launcher["owner"];
  /** Where the packages are unpacked. */
  readonly root: string;
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** PostgreSQL and PgBouncer refuse to run as root: they run as another user then. */
  readonly unprivileged?: boolean;
}

/** A process that runs until it is ended. */
export interface Program {
  hasEnded(): boolean;
  /** Sends the signal to the process alone. */
  signal(signal: NodeJS.Signals): void;
  /** Stops the process and those that it has started, so that connections stay open and nothing answers. */
  freeze(): Promise<void>;
  /** Sends the signal and waits for the end. `SIGKILL` also ends the processes that it has started. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Unpacks PostgreSQL, PgBouncer, HAProxy, OpenSSL and OpenStack Swift from Debian's packages. Throws if they cannot be
 * had.
 */
export async function unpackPrograms(): Promise<string> {
  const root = join(cacheFolder, "cluster-2");
  await unpackPackages(root, { names: packages, without }, async (draft) => {
    await mkdir(join(draft, "bin"));
    for (const path of names) {
      const file = join(draft, "bin", path.split("/").at(-1) ?? "");
      await writeFile(file, startWithLibraries(path));
      await chmod(file, 0o755);
    }
    const code = await readFile(join(draft, swiftCode), "utf8");
    await writeFile(
      join(draft, swiftCode),
      swiftChanges.reduce((text, [found, other]) => text.replace(found, other), code),
    );
  });
  return root;
}

/** Starts a program with the libraries that were unpacked with it. */
function startWithLibraries(path: string): string {
  const libraries = ["usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"];
  return `#!/bin/sh
root=$(cd "$(dirname "$0")/.." && pwd)
export LD_LIBRARY_PATH="${libraries.map((folder) => `$root/${folder}`).join(":")}"
export PYTHONHOME="$root/usr" PYTHONPATH="$root/usr/lib/python3/dist-packages"
exec "$root/${path}" "$@"
`;
}

/** Chooses the user for `folder`, which has PostgreSQL's and the pooler's files. */
export async function openPrograms(root: string, folder: string): Promise<Programs> {
  const program = (name: string) => join(root, "bin", name);
  const launcher = await chooseLauncher(
    {
      initdb: program("initdb"),
      postgres: program("postgres"),
      pgCtl: program("postgres"),
      version: root,
    },
    folder,
  );
  const launch = ({ program: name, args, folder: cwd, env, unprivileged = false }: Command) => {
    const [file = name, ...rest] = [...(unprivileged ? launcher.prefix : []), name, ...args];
    return spawn(file, rest, {
      ...(unprivileged && launcher.as),
      cwd: cwd ?? folder,
      env: { ...env, PATH: `${join(root, "bin")}:${process.env["PATH"]}`, LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "pipe", "pipe"],
      // Ctrl-C reaches this process only, which then ends the others in order.
      detached: true,
    });
  };
  const running = new Set<Program>();
  const killAll = () => {
    for (const each of running) each.signal("SIGKILL");
  };
  process.once("exit", killAll);
  const adopt = (child: ChildProcess) => {
    const program = describeProcess(child);
    running.add(program);
    child.once("exit", () => running.delete(program));
    return program;
  };
  return {
    owner: launcher.owner,
    root,
    async endAll() {
      process.off("exit", killAll);
      await Promise.all([...running].map((each) => each.end("SIGKILL")));
    },
    async run(command) {
      const child = launch(command);
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (text: Buffer) => (output += text.toString()));
      const [code]: unknown[] = await once(child, "close");
      if (code !== 0) throw new Error(`${command.program} failed: ${output}`);
    },
    start({ log, ...command }) {
      const child = launch(command);
      const file = createWriteStream(log, { flags: "a" });
      child.stdout.pipe(file, { end: false });
      child.stderr.pipe(file, { end: false });
      return adopt(child);
    },
    adopt,
  };
}

function describeProcess(child: ChildProcess): Program {
  const exited = once(child, "exit");
  exited.catch(() => undefined);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    hasEnded,
    signal: (signal) => void child.kill(signal),
    async freeze() {
      for (const pid of [child.pid ?? 0, ...(await listChildren(child))])
        process.kill(pid, "SIGSTOP");
    },
    async end(signal = "SIGTERM") {
      if (!hasEnded()) {
        const children = signal === "SIGKILL" ? await listChildren(child) : [];
        child.kill(signal);
        for (const pid of children) killIfAlive(pid);
      }
      await exited;
    },
  };
}

async function listChildren({ pid }: ChildProcess): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return list.split(" ").filter(Boolean).map(Number);
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended with the process that started it.
  }
}

/**
 * Calls `attempt` until it no longer throws. Throws the last error, with the end of the log, after `seconds`, or when
 * `program` has ended.
 */
export async function waitUntil<T>(
  what: string,
  attempt: () => Promise<T>,
  {
    seconds = 30,
    log,
    program,
  }: { readonly seconds?: number; readonly log?: string; readonly program?: Program } = {},
): Promise<T> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;)
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline || program?.hasEnded()) {
        const lines = log === undefined ? "" : await readFile(log, "utf8").catch(() => "");
        throw new Error(`${what}: not within ${seconds} s, or ended\n${lines.slice(-2_000)}`, {
          cause: error,
        });
      }
      await pause(100);
    }
}
