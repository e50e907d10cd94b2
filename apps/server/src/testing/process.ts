import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

const thisVersion = join(import.meta.dirname, "../main.ts");

/** Starts the server as `npm start` does, on a port that the system chooses. `main` is that of another version. */
export async function startServerProcess(
  environment: Record<string, string>,
  main = thisVersion,
): Promise<{ process: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: "0",
      DEMO: "off",
      // Nobody reads the output once the address is known.
      LOG: "warn",
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const origin = /http:\/\/\S+/.exec(line)?.[0];
    if (origin) return { process: child, origin };
  }
  throw new Error("The server did not start");
}
