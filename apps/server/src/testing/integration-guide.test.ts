import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readData, readJob } from "@fieldfare/contract/office";
import { startTestServer } from "./server.ts";

const guide = join(import.meta.dirname, "../../../../docs/integration.md");
const missing = ["bash", "curl", "jq"].filter(
  (tool) => spawnSync(tool, ["--version"], { stdio: "ignore" }).status !== 0,
);

it.skipIf(missing.length > 0)(
  `the commands of docs/integration.md run${missing.length > 0 ? ` (${missing.join()} missing)` : ""}`,
  async () => {
    const server = await startTestServer({ withDemo: true });
    const folder = await mkdtemp(join(tmpdir(), "fieldfare-guide-"));
    try {
      await server.addEngineer("Somebody");
      const page = await readFile(guide, "utf8");
      const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text ?? "");
      expect(commands.length).toBeGreaterThan(8);
      const script = ["set -euo pipefail", ...commands, "echo; echo $JOB"]
        .join("\n")
        .replaceAll("http://127.0.0.1:4600", server.origin);
      const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: folder });
      const jobId = stdout.trim().split("\n").at(-1) ?? "";

      const { job } = await server.call(readJob, { params: { jobId } });
      expect(job).toMatchObject({ formattedJobId: "WO-20451", status: "New" });
      const { rows } = await server.call(readData, { params: { type: "Sor" } });
      expect(rows.filter(({ code }) => code === "GA900001")).toHaveLength(1);
    } finally {
      await server.stop();
      await rm(folder, { recursive: true });
    }
  },
  // More than a hundred processes.
  120_000,
);
