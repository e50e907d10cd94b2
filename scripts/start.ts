import { buildApps } from "./build.ts";

const builds = await buildApps();
const failed = builds.filter(({ done }) => done === "failed");
if (failed.length > 0) {
  console.error(
    `\n${failed.map(({ app }) => app).join(" and ")} could not be built; the message above says why. ` +
      "The server was not started.",
  );
  process.exit(1);
}
console.log("\nStarting the server...");
// In this process, so that a signal reaches the server itself.
await import(new URL("../apps/server/src/main.ts", import.meta.url).href);
