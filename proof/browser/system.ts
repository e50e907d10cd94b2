import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The whole system in a separate process, with its own database and folder. */
export interface System {
  readonly url: string;
  readonly dataDirectory: string;
  /** Ends it with SIGTERM, or with SIGKILL. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Ends it and deletes its data. */
  remove(): Promise<void>;
}

export interface SystemOptions {
  /** The command to run; by default the server itself. */
  readonly command?: readonly [string, ...string[]];
  readonly demo?: boolean;
  /** A folder with the data to start with; by default it is empty. */
  readonly from?: string;
  /** Added to the environment that every system gets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a system with its own database, folder and port. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "fieldfare-system-"));
  if (options.from) await cp(options.from, dataDirectory, { recursive: true });
  const first = await run("0", dataDirectory, options);
  const { url } = first;
  let { child } = first;
  const runAgain = () => run(new URL(url).port, dataDirectory, options);
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };
  return {
    url,
    dataDirectory,
    stop,
    async restart() {
      await stop();
      ({ child } = await runAgain());
    },
    async remove() {
      // A killed server leaves its database running: a new start stops it.
      if (child.signalCode === "SIGKILL") ({ child } = await runAgain());
      await stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Resolves once the system has printed its address; with port 0 it chooses the port. */
async function run(
  port: string,
  dataDirectory: string,
  { command = [process.execPath, "apps/server/src/main.ts"], demo = true, env = {} }: SystemOptions,
): Promise<{ child: ChildProcess; url: string }> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: repository,
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: port,
      DATA_DIR: dataDirectory,
      DATABASE_URL: "",
      LOG: "warn",
      // The same for every system, because a phone may have stored the setting of an earlier one.
      PUBLIC_URL: "https://fieldfare.example",
      DEMO: demo ? "on" : "off",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const announcedUrl = Promise.withResolvers<string>();
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text: Buffer) => {
      output += text.toString();
      const [, url] = /Fieldfare is at (\S+)\n/.exec(output) ?? [];
      if (url) announcedUrl.resolve(url);
    });
  child.once("error", announcedUrl.reject);
  child.once("exit", () => announcedUrl.reject(new Error(`The system did not start:\n${output}`)));
  return { child, url: await announcedUrl.promise };
}
