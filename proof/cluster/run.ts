// Runs a cluster on this machine under load, causes faults, and prints what they cost.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { runDrill } from "./drill.ts";
import { faults, lengths } from "./faults.ts";
import { mayMount, runWithMounts } from "./small-disk.ts";

const help = `npm run cluster                                  all faults, under 100 messages a second from 200 devices
npm run cluster -- --faults primary-killed,pooler-restarted
npm run cluster -- --faults server-killed,primary-killed,pooler-restarted --devices 40 --rate 20 --quiet 1

The faults: ${Object.keys(faults).join(", ")}
--store-seconds 60   how long the object store is stopped
--disk-seconds 20    how long a disk stays full`;

const { values } = parseArgs({
  options: {
    faults: { type: "string", default: Object.keys(faults).join(",") },
    devices: { type: "string", default: "200" },
    rate: { type: "string", default: "100" },
    quiet: { type: "string", default: "15" },
    "store-seconds": { type: "string", default: String(lengths.storeSeconds) },
    "disk-seconds": { type: "string", default: String(lengths.diskSeconds) },
    help: { type: "boolean", default: false },
  },
});

// The end of this process ends the others.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

if (values.help) console.log(help);
else if (mayMount) process.exitCode = (await run()) ? 0 : 1;
else process.exitCode = await runAgainWithMounts();

/** The disks that are made full belong to this run alone. */
async function runAgainWithMounts(): Promise<number> {
  const { file, args, env } = runWithMounts([process.execPath, ...process.argv.slice(1)]);
  const child = spawn(file, args, { env, stdio: "inherit" });
  process.once("exit", () => child.kill("SIGTERM"));
  const [code]: unknown[] = await once(child, "exit");
  return typeof code === "number" ? code : 1;
}

/** True when nothing was lost, doubled or stuck. */
async function run(): Promise<boolean> {
  const wanted = values.faults.split(",");
  const known = new Map<string, (typeof faults)[keyof typeof faults]>(Object.entries(faults));
  const unknown = wanted.filter((name) => !known.has(name));
  const [devices, rate, quietSeconds] = [values.devices, values.rate, values.quiet].map(Number);
  if (unknown.length > 0 || !devices || !rate || !quietSeconds) {
    console.error(`${unknown.length > 0 ? `Unknown: ${unknown.join(", ")}\n` : ""}${help}`);
    return false;
  }
  lengths.storeSeconds = Number(values["store-seconds"]);
  lengths.diskSeconds = Number(values["disk-seconds"]);
  const start = performance.now();
  const report = await runDrill({
    devices,
    rate,
    quietSeconds,
    faults: wanted.flatMap((name) => known.get(name) ?? []),
    onEvent: (text) =>
      console.log(`${((performance.now() - start) / 1_000).toFixed(1).padStart(7)} s  ${text}`),
  });
  console.table(
    report.faults.map((fault) => ({
      fault: fault.name,
      "until normal, s": round(fault.seconds),
      "no receipt for, s": round(fault.secondsWithoutReceipt),
      "longest wait, s": round(fault.longestWait),
      "of a photo, s": round(fault.longestWaitOfPhoto),
      failures: Object.entries(fault.failures)
        .map(([status, count]) => `${count} x ${status === "0" ? "no answer" : status}`)
        .join(", "),
    })),
  );
  for (const { name, titles } of report.faults)
    if (titles.length > 0) console.log(`${name}. The servers said: ${titles.join("; ")}`);
  console.log(`${report.receipts} receipts. Outside of the faults:`);
  for (const [kind, { p50, p99, requests }] of Object.entries(report.latency))
    console.log(`${requests} requests with a ${kind}: median ${p50} ms, p99 ${p99} ms.`);
  for (const violation of report.violations) console.log(violation);
  console.log(
    report.violations.length === 0 ? "Nothing lost, nothing doubled, no device stuck." : "FAILED",
  );
  return report.violations.length === 0;
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
