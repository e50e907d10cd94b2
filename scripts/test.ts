import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buildApps, deleteStamps } from "./build.ts";
import { runChecks } from "./checks.ts";
import { heading, repository, runTool } from "./tools.ts";

/** The names and places of failed tests. */
const failures: string[] = [];
const flaky: string[] = [];
/** Why tests were skipped. */
const reasons = new Set<string>();

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };
type Section = { readonly name: string; readonly run: (label: string) => Promise<Counts> };

// Node reads TypeScript and the libraries once, not in each of the hundreds of processes.
process.env["NODE_COMPILE_CACHE"] = join(repository, "node_modules/.cache/compiled");

const reports = await mkdtemp(join(tmpdir(), "fieldfare-reports-"));

/**
 * The rows run side by side, the sections of a row one after the other. The browser tests wait more than they compute,
 * so that two cores do both rows in little more time than the longer one takes alone.
 */
const rows: readonly (readonly Section[])[] = [
  [
    {
      name: "unit and server",
      run: (label) => vitest(label, "unit", ["--project", "!simulation"]),
    },
    // Most seeds wait for their server. Two at once keep both cores at work, also when the browser tests have ended.
    {
      name: "simulation",
      run: (label) => vitest(label, "simulation", ["--project", "simulation", "--maxWorkers=2"]),
    },
  ],
  [
    { name: "check", run: async (label) => ({ ...(await runChecks({ label })), skipped: 0 }) },
    { name: "build", run: build },
    { name: "browser", run: (label) => playwright(label, "browser") },
    { name: "engines", run: (label) => playwright(label, "engines") },
  ],
];

const wanted = process.argv.slice(2);
const totals = { passed: 0, failed: 0, skipped: 0 };
const summary = new Map<string, string>();
await Promise.all(rows.map((sections) => runInOrder(sections)));
await rm(reports, { recursive: true, force: true });

heading("npm test");
if (failures.length > 0) console.log(`Failed:\n${failures.join("\n")}\n`);
if (flaky.length > 0)
  console.log(`Passed only at the second try, which points to a race:\n${flaky.join("\n")}\n`);
if (reasons.size > 0)
  console.log(`Not tested:\n${[...reasons].map((reason) => `  ${reason}`).join("\n")}\n`);
const lines = rows.flat().flatMap(({ name }) => summary.get(name) ?? []);
console.log(`${lines.join("\n")}\n\n${formatCounts(totals)}`);
process.exitCode = totals.failed === 0 ? 0 : 1;

async function runInOrder(sections: readonly Section[]): Promise<void> {
  for (const { name, run } of sections) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    heading(`npm test: ${name}`);
    const began = performance.now();
    const counts = await runSafely(name, () => run(name));
    totals.passed += counts.passed;
    totals.failed += counts.failed;
    totals.skipped += counts.skipped;
    const seconds = Math.round((performance.now() - began) / 1000);
    const line = `${name.padEnd(16)} ${formatCounts(counts)} (${seconds} s)`;
    summary.set(name, line);
    heading(line);
  }
}

function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Runs a section. One that throws, or that runs no test, counts as failed. */
async function runSafely(name: string, run: () => Promise<Counts>): Promise<Counts> {
  let counts: Counts;
  try {
    counts = await run();
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  if (counts.passed + counts.failed + counts.skipped > 0) return counts;
  console.error(`The section "${name}" ran no test: that counts as failed.`);
  return { ...counts, failed: 1 };
}

async function build(label: string): Promise<Counts> {
  await deleteStamps();
  const builds = await buildApps({ label });
  const failed = builds.filter(({ done }) => done === "failed").length;
  return { passed: builds.length - failed, failed, skipped: 0 };
}

/** Runs the tests of a folder of `proof`. */
async function playwright(label: string, folder: string): Promise<Counts> {
  const report = join(reports, `${folder}.json`);
  const { code } = await runTool("playwright", ["test", "--reporter=list,json"], {
    label,
    folder: join(repository, "proof", folder),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const { stats, errors, suites } = JSON.parse(await readFile(report, "utf8")) as PlaywrightReport;
  failures.push(...suites.flatMap((suite) => collectNames(suite, "unexpected")));
  flaky.push(...suites.flatMap((suite) => collectNames(suite, "flaky")));
  for (const reason of suites.flatMap(collectSkips)) reasons.add(reason);
  const failed = stats.unexpected + errors.length;
  return {
    passed: stats.expected + stats.flaky,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}

function collectNames({ specs = [], suites = [] }: PlaywrightSuite, wanted: string): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  return [
    ...own.map(({ file, line, title }) => `  ${file}:${line} ${title}`),
    ...suites.flatMap((suite) => collectNames(suite, wanted)),
  ];
}

/** The reasons of skipped tests. */
function collectSkips({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs
    .flatMap(({ tests }) => tests)
    .flatMap(({ annotations }) => annotations)
    .filter(({ type }) => type === "skip");
  return [...own.flatMap(({ description }) => description ?? []), ...suites.flatMap(collectSkips)];
}

async function vitest(label: string, name: string, args: readonly string[]): Promise<Counts> {
  const report = join(reports, `${name}.json`);
  const { code } = await runTool(
    "vitest",
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
    { label },
  );
  const found = JSON.parse(await readFile(report, "utf8")) as VitestReport;
  // A file that fails before its first test has no failed test to count.
  const broken = found.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = found.numFailedTests + broken;
  for (const { name: file, assertionResults } of found.testResults)
    for (const { status, fullName } of assertionResults)
      if (status === "failed") failures.push(`  ${relative(repository, file)} ${fullName}`);
  return {
    passed: found.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: found.numPendingTests + found.numTodoTests,
  };
}

type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

type PlaywrightSuite = {
  readonly specs?: readonly {
    readonly tests: readonly {
      readonly status: string;
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
    readonly file: string;
    readonly line: number;
    readonly title: string;
  }[];
  readonly suites?: readonly PlaywrightSuite[];
};

type PlaywrightReport = {
  readonly suites: readonly PlaywrightSuite[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
};
