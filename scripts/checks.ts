import { heading, runTool, type ToolOptions } from "./tools.ts";

const checks: readonly { title: string; tool: string; args: readonly string[] }[] = [
  { title: "Types (tsc)", tool: "tsc", args: ["--build", "--pretty", "false"] },
  { title: "Lint and import rules (oxlint)", tool: "oxlint", args: ["--deny-warnings"] },
  { title: "Format (oxfmt)", tool: "oxfmt", args: ["--check"] },
  { title: "Dead code (knip)", tool: "knip", args: ["--no-progress", "--no-config-hints"] },
];

/**
 * Runs every static check, also after one has failed, so that one run shows everything to fix.
 *
 * @param options label: see `ToolOptions`
 */
export async function runChecks(
  options: Pick<ToolOptions, "label"> = {},
): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const { title, tool, args } of checks) {
    heading(title);
    const startedAt = performance.now();
    const { code } = await runTool(tool, args, options);
    if (code !== 0) failed += 1;
    console.log(`${code === 0 ? "passed" : "FAILED"} in ${seconds(startedAt)} s`);
  }
  return { passed: checks.length - failed, failed };
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
