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
stopWithParent();
enableDemo();
console.log("\nStarting the server...");
// In this process, so that a signal reaches the server itself.
await import(new URL("../apps/server/src/main.ts", import.meta.url).href);

/**
 * Somebody who tries the product gets the demo, on this machine alone: with a database or an address of your own it
 * is an installation, which starts empty.
 */
function enableDemo(): void {
  const { DEMO, DATABASE_URL, HOST = "" } = process.env;
  if (!DEMO && !DATABASE_URL && /^(localhost|::1|127\.[\d.]+)?$/.test(HOST))
    process.env.DEMO = "on";
}

/**
 * npm runs this through a shell that dies of a signal without passing it on: the server would
 * go on unseen, and keep its port.
 */
function stopWithParent(): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => clearInterval(watch));
}
