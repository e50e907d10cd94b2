import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
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
  /** Beside what every system is told. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Fresh, with a database and a folder of its own, on a port of its own. */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "fieldfare-system-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child = await run(url, port, dataDirectory, options);
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGTERM") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  return {
    url,
    dataDirectory,
    stop,
    async restart() {
      await stop();
      child = await run(url, port, dataDirectory, options);
    },
    async remove() {
      // Stopped by itself, a killed server would leave its database running.
      if (child.signalCode === "SIGKILL") child = await run(url, port, dataDirectory, options);
      await stop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function run(
  url: string,
  port: number,
  dataDirectory: string,
  { command = [process.execPath, "apps/server/src/main.ts"], demo = true, env = {} }: SystemOptions,
): Promise<ChildProcess> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: repository,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDirectory,
      DATABASE_URL: "",
      DEMO: demo ? "on" : "off",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text: Buffer) => (output += text.toString()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The system did not start:\n${output}`);
    if (await isHealthy(url)) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port");
  return address.port;
}
