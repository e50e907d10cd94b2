import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** The whole system in one process of its own, with its own database and folder. */
export interface System {
  readonly url: string;
  readonly dataDirectory: string;
  /** Ends it with SIGTERM, or at once. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Ends it and takes its data away. */
  remove(): Promise<void>;
}

export interface SystemOptions {
  /** What is run; by default the server itself. */
  readonly command?: readonly [string, ...string[]];
  readonly demo?: boolean;
  /** A folder with the data that it begins with; by default it has none. */
  readonly from?: string;
  /** Beside what every system is told. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Fresh, with a database and a folder of its own, on a port of its own. */
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
      // Stopped by itself, a killed server would leave its database running.
      if (child.signalCode === "SIGKILL") ({ child } = await runAgain());
      await stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Ready once the system says where it is: at a port of its own choice if that one is 0. */
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
      // The same for every system: a phone that was killed may have stored what an earlier one said.
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
