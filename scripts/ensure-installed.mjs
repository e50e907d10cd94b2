// Installs what is missing before any other script runs. It is the one file that
// the machine's own Node reads, so it keeps to built-ins and old syntax.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const lock = `${root}package-lock.json`;
const installed = `${root}node_modules/.package-lock.json`;

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.log("Installing dependencies (npm ci). The first time takes a minute or two...");
  const began = Date.now();
  const npm = process.env.npm_execpath;
  const run = { cwd: root, stdio: "inherit", env: installEnvironment() };
  const result = npm
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, "ci"], run)
    : spawnSync("npm", ["ci"], { ...run, shell: process.platform === "win32" });
  if (result.status !== 0) {
    console.error(
      `\nThe dependencies could not be installed (${result.error?.message ?? `npm ci ended with ${result.status ?? result.signal}`}).` +
        "\nCheck the network and the free disk space, then run `npm ci` by hand to see the whole message.",
    );
    process.exit(1);
  }
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** A run under NODE_ENV=production or --omit=dev would leave out what building and testing need. */
function installEnvironment() {
  const {
    NODE_ENV: _production,
    npm_config_omit: _omit,
    npm_config_production: _old,
    ...rest
  } = process.env;
  return { ...rest, npm_config_include: "dev" };
}
