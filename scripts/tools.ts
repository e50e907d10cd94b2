import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

/** The root folder of the repository, with a slash at its end. */
export const repository = fileURLToPath(new URL("..", import.meta.url));

export type ToolResult = { readonly code: number; readonly output: string };

export type ToolOptions = {
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True collects the tool's output for the caller instead of printing it. */
  readonly quiet?: boolean;
  /** Is printed before each line of the tool, so that the output of tools which run at the same time can be distinguished. */
  readonly label?: string;
};

/** Runs a tool that npm installed, with the project's own Node before the machine's. */
export function runTool(
  name: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<ToolResult> {
  const bin = join(repository, "node_modules", ".bin");
  const { quiet = false, label } = options;
  const stdio = quiet || label !== undefined ? "pipe" : "inherit";
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, name), args, {
      cwd: options.folder ?? repository,
      env: {
        ...process.env,
        ...options.env,
        PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
      },
      stdio: ["ignore", stdio, stdio],
      shell: process.platform === "win32",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      if (quiet) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
      else printLines(stream, label ?? "");
    }
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ code: code ?? 1, output });
    });
  });
}

function printLines(stream: Readable, label: string): void {
  createInterface({ input: stream, crlfDelay: Infinity }).on("line", (line) => {
    console.log(`${label} | ${line}`);
  });
}

/** Prints an empty line, and the title in a line that is filled up with dashes. */
export function heading(title: string): void {
  console.log(`\n── ${title} ${"─".repeat(Math.max(0, 70 - title.length))}`);
}
