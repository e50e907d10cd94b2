import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const workspaces = ["packages", "apps"].flatMap((group) =>
  readdirSync(group, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(`${group}/${entry.name}/src`))
    .map((entry) => ({ name: entry.name, root: `${group}/${entry.name}` })),
);

const cluster = fileURLToPath(new URL("apps/server/src/database/test-cluster.ts", import.meta.url));

const seedPropertyTests = fileURLToPath(new URL("scripts/seed-property-tests.ts", import.meta.url));

/** No test asserts how long it takes: this limit only ends a test that hangs, also on a busy machine. */
const timeoutMs = 30_000;

/** How long a test waits for what it polls, by the same thought: the library's own second is too short on a busy machine. */
const expectation = { poll: { timeout: 15_000 } };

/**
 * Their test files share a process, because they change nothing that a module has for itself: loading the server's modules for
 * each of its files would take a third of the time. The apps' tests replace modules.
 */
const sharesProcess = new Set(["contract", "device", "documents", "domain", "forms", "server"]);

/** One project per package. Packages are found by their folder, so that a new one is tested too. */
export default defineConfig({
  test: {
    projects: [
      ...workspaces.map(({ name, root }) => ({
        test: {
          name,
          root,
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: [seedPropertyTests],
          testTimeout: timeoutMs,
          expect: expectation,
          isolate: !sharesProcess.has(name),
          ...(name === "server" && { globalSetup: [cluster], hookTimeout: 60_000 }),
        },
      })),
      {
        test: {
          name: "scripts",
          root: "scripts",
          include: ["**/*.test.ts"],
          testTimeout: timeoutMs,
        },
      },
      ...(existsSync("proof/growth")
        ? [
            {
              test: {
                name: "growth",
                root: "proof/growth",
                include: ["**/*.test.ts"],
                globalSetup: [cluster],
                testTimeout: 120_000,
                expect: expectation,
                hookTimeout: 120_000,
              },
            },
          ]
        : []),
      ...(existsSync("proof/cluster")
        ? [
            {
              test: {
                name: "cluster",
                root: "proof/cluster",
                include: ["**/*.test.ts"],
                globalSetup: [cluster],
                testTimeout: 600_000,
              },
            },
          ]
        : []),
      ...(existsSync("proof/simulation")
        ? [
            {
              test: {
                name: "simulation",
                root: "proof/simulation",
                include: ["**/*.test.ts"],
                setupFiles: [seedPropertyTests],
                globalSetup: [cluster],
                testTimeout: 120_000,
                expect: expectation,
                hookTimeout: 60_000,
              },
            },
          ]
        : []),
    ],
  },
});
