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
// The server runs in this process, so that signals reach it.
await import(new URL("../apps/server/src/main.ts", import.meta.url).href);

/**
 * Turns the demo on for somebody who tries the product on this machine. With a configured database or address it is an
 * installation, which starts empty.
 */
function enableDemo(): void {
  const { DEMO, DATABASE_URL, HOST = "" } = process.env;
  if (!DEMO && !DATABASE_URL && /^(localhost|::1|127\.[\d.]+)?$/.test(HOST))
    process.env.DEMO = "on";
}

/**
 * Stops the server when its parent ends. npm runs this script through a shell that does not pass signals on: without
 * this the server would keep running, and keep its port.
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
