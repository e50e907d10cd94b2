// Adds to package-lock.json the optional packages for other machines that npm left out.
// Without their entries `npm ci` refuses the lock with "Missing ... from lock file" on
// every machine. Run after an upgrade of native tools: `node scripts/fix-lock.mjs`.
import { readFileSync, writeFileSync } from "node:fs";

const systems = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const systemAliases = { win: "win32", windows: "win32" };
const processors = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "x64",
];

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const added = absentOptionals(lock.packages);
for (const [path, entry] of added) lock.packages[path] = entry;
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
if (added.size > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added.size} optional packages added to package-lock.json`);

function absentOptionals(packages) {
  const absent = new Map();
  for (const [from, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (resolves(packages, from, name)) continue;
      if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
        throw new Error(
          `${name}@${version} is missing from the lock and its range is not a single version`,
        );
      }
      absent.set(`node_modules/${name}`, { version, optional: true, ...platform(name) });
    }
  }
  return absent;
}

function resolves(packages, from, name) {
  let base = from;
  for (;;) {
    if (packages[`${base === "" ? "" : `${base}/`}node_modules/${name}`]) return true;
    if (base === "") return false;
    const nested = base.lastIndexOf("/node_modules/");
    base = nested >= 0 ? base.slice(0, nested) : "";
  }
}

/** Derives the platform from the package's name, so that npm skips the package on other platforms. */
function platform(name) {
  const words = name.split(/[-/]/).map((word) => systemAliases[word] ?? word);
  const os = words.find((word) => systems.includes(word));
  const cpu = words.map((word) => processors.find((known) => word === known)).find(Boolean);
  const libc = words.includes("musl")
    ? "musl"
    : words.includes("gnu") && os === "linux"
      ? "glibc"
      : undefined;
  if (!os)
    throw new Error(`${name} is missing from the lock and its name contains no operating system`);
  return { ...(cpu && { cpu: [cpu] }), os: [os], ...(libc && { libc: [libc] }) };
}
