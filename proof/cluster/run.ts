// Runs a cluster on this machine under load, causes faults, and prints what they cost.
import { parseArgs } from "node:util";
import { runDrill } from "./drill.ts";
import { faults } from "./faults.ts";

const help = `npm run cluster                                  all faults, under 100 messages a second from 200 devices
npm run cluster -- --faults primary-killed,pooler-restarted
npm run cluster -- --faults server-killed,primary-killed,pooler-restarted --devices 40 --rate 20 --quiet 1

The faults: ${Object.keys(faults).join(", ")}`;

const { values } = parseArgs({
  options: {
    faults: { type: "string", default: Object.keys(faults).join(",") },
    devices: { type: "string", default: "200" },
    rate: { type: "string", default: "100" },
    quiet: { type: "string", default: "15" },
    help: { type: "boolean", default: false },
  },
});

// The end of this process ends the others.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));

if (values.help) console.log(help);
else process.exitCode = (await run()) ? 0 : 1;

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
      failures: Object.entries(fault.failures)
        .map(([status, count]) => `${count} x ${status === "0" ? "no answer" : status}`)
        .join(", "),
    })),
  );
  const { p50, p99, requests } = report.latency;
  console.log(
    `${report.receipts} receipts. Outside of the faults ${requests} requests: median ${p50} ms, p99 ${p99} ms.`,
  );
  for (const violation of report.violations) console.log(violation);
  console.log(
    report.violations.length === 0 ? "Nothing lost, nothing doubled, no device stuck." : "FAILED",
  );
  return report.violations.length === 0;
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
