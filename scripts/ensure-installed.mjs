// Installs missing dependencies before any other script runs. The machine's own Node runs
// this file, so it uses built-in modules and old syntax only.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const windows = process.platform === "win32";

if (isStale()) install();
linkNode();

function isStale() {
  const installed = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return true;
  return statSync(installed).mtimeMs < statSync(join(root, "package-lock.json")).mtimeMs;
}

function install() {
  console.log("Installing dependencies (npm ci). The first time takes a minute or two...");
  const began = Date.now();
  const npm = process.env.npm_execpath;
  const run = { cwd: root, stdio: "inherit", env: installEnvironment() };
  const result = npm
    ? spawnSync(process.env.npm_node_execpath || process.execPath, [npm, "ci"], run)
    : spawnSync("npm", ["ci"], { ...run, shell: windows });
  if (result.status !== 0) {
    const why = result.error
      ? result.error.message
      : `npm ci ended with ${result.status ?? result.signal}`;
    fail(
      `The dependencies could not be installed (${why}).\n` +
        "Check the network and the free disk space, then run `npm ci` by hand to see the whole message.",
    );
  }
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** A run under NODE_ENV=production or --omit=dev would leave out what building and testing need. */
function installEnvironment() {
  const env = { ...process.env, npm_config_include: "dev" };
  for (const name of ["NODE_ENV", "npm_config_omit", "npm_config_production"]) delete env[name];
  return env;
}

/**
 * npm 10 drops the link to Node: it removes the packages for other platforms after linking,
 * and theirs has the same name.
 */
function linkNode() {
  const bin = join(root, "node_modules", ".bin");
  const link = join(bin, windows ? "node.cmd" : "node");
  if (existsSync(link)) return;
  const names = [`node-${windows ? "win" : process.platform}-${process.arch}`];
  names.push(`node-bin-${process.platform}-${process.arch}`);
  const name = names.find((candidate) => existsSync(join(root, "node_modules", candidate)));
  if (name) {
    mkdirSync(bin, { recursive: true });
    const manifest = join(root, "node_modules", name, "package.json");
    const program = JSON.parse(readFileSync(manifest, "utf8")).bin.node;
    if (windows) writeFileSync(link, `@"%~dp0..\\${name}\\${program.replace(/\//g, "\\")}" %*\r\n`);
    else symlinkSync(join("..", name, program), link);
    return;
  }
  if (Number(process.versions.node.split(".")[0]) >= 24) return;
  fail(
    `There is no Node 24 package for ${process.platform} ${process.arch}, and this machine has Node ` +
      `${process.versions.node}. Install Node 24 or later.`,
  );
}

/** @param {string} message */
function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}
