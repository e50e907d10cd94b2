import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../bench/rounds.ts";
import { type Cluster, openCluster } from "./cluster.ts";
import { type Attempt, type Fleet, startFleet } from "./fleet.ts";

/** A fault, and how it is caused. It may end it as well. What it throws is a failure of the drill. */
export interface Fault {
  readonly name: string;
  /** Brings the cluster into the state that the fault needs. Nothing is measured meanwhile. */
  readonly prepare?: (cluster: Cluster) => Promise<void>;
  readonly cause: (cluster: Cluster) => Promise<void>;
  /** Brings the cluster back. Nothing is measured meanwhile. */
  readonly finish?: (cluster: Cluster) => Promise<void>;
}

interface FaultReport {
  readonly name: string;
  /** From the fault until no message waited for longer than two seconds. */
  readonly seconds: number;
  /** The longest time in which no device got a receipt of a message. */
  readonly secondsWithoutReceipt: number;
  /** The longest time from the recording of a message to its receipt. */
  readonly longestWait: number;
  /** The same of a photo. */
  readonly longestWaitOfPhoto: number;
  /** The answers other than 200, by status; 0: no answer. */
  readonly failures: Readonly<Record<string, number>>;
  /** What the servers said about failures. */
  readonly titles: readonly string[];
}

interface DrillReport {
  readonly faults: readonly FaultReport[];
  readonly receipts: number;
  /** Milliseconds of the requests outside of the faults. */
  readonly latency: Readonly<Record<Attempt["kind"], Latency>>;
  /** What must not happen. */
  readonly violations: readonly string[];
}

interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
}

interface DrillOptions {
  readonly devices: number;
  /** Messages a second, of all devices together. */
  readonly rate: number;
  /** The quiet time before each fault and after the last one. */
  readonly quietSeconds: number;
  readonly faults: readonly Fault[];
  readonly onEvent: (text: string) => void;
}

/** The proxy and the phones did not reach a server that works. Any other failure is an error of the server. */
const expectedFailures = new Set([0, 502, 503, 504]);
const recoverySeconds = 180;
const longWaitMs = 2_000;

/** Starts a cluster under load, causes the faults one after the other, and compares what came of it. */
export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const { faults, quietSeconds, onEvent } = options;
  const cluster = await openCluster(onEvent);
  let fleet: Fleet | null = null;
  let isClean = false;
  try {
    await cluster.untilReady();
    onEvent("The cluster is ready");
    fleet = await startFleet(cluster, options);
    const stuck: string[] = [];
    const [windows, disturbed]: [FaultWindow[], Span[]] = [[], []];
    const untilOver = async (what: string, running: Fleet) => {
      if (!(await untilNormal(running, cluster))) stuck.push(`${what}: not over after minutes`);
    };
    for (const { name, prepare, cause, finish } of faults) {
      await pause(quietSeconds * 1_000);
      const begun = performance.now();
      if (prepare) {
        onEvent(`Is prepared: ${name}`);
        await prepare(cluster);
        await untilOver(`The preparation of: ${name}`, fleet);
      }
      onEvent(name);
      const from = performance.now();
      await cause(cluster).catch((error: unknown) => stuck.push(`${name}: ${String(error)}`));
      await untilOver(name, fleet);
      windows.push({ name, from, until: performance.now() });
      if (finish) {
        await finish(cluster);
        await untilOver(`The end of: ${name}`, fleet);
      }
      disturbed.push({ from: begun, until: performance.now() });
    }
    await pause(quietSeconds * 1_000);
    const full = await fleet.drain(recoverySeconds);
    if (full > 0) stuck.push(`${full} devices have not sent everything`);
    const attempts = [...fleet.attempts];
    const unexpected = attempts.filter(
      ({ status }) => status !== 200 && !expectedFailures.has(status),
    );
    const report = {
      faults: windows.map((window) => describeWindow(attempts, window)),
      receipts: fleet.countReceipts(),
      latency: {
        message: measureLatency(attempts, "message", disturbed),
        photo: measureLatency(attempts, "photo", disturbed),
      },
      violations: [
        ...stuck,
        ...Object.entries(countStatuses(unexpected)).map(
          ([status, count]) => `${count} requests were answered ${status}`,
        ),
        ...new Set(fleet.refusals),
        ...(await fleet.check()),
      ],
    };
    isClean = report.violations.length === 0;
    return report;
  } finally {
    await fleet?.close();
    await cluster.close();
    if (isClean) await rm(cluster.logs, { recursive: true });
    else onEvent(`The logs are in ${cluster.logs}`);
  }
}

/**
 * Waits until every message is sent soon after it was recorded, and the pair is complete. Returns false if that takes
 * too long.
 */
async function untilNormal(fleet: Fleet, { supervisor }: Cluster): Promise<boolean> {
  const deadline = performance.now() + recoverySeconds * 1_000;
  let normalSince: number | null = null;
  while (performance.now() < deadline) {
    await pause(100);
    if (fleet.oldestWaiting() > longWaitMs || !supervisor.isSynchronous()) normalSince = null;
    else if (normalSince === null) normalSince = performance.now();
    else if (performance.now() - normalSince > longWaitMs) return true;
  }
  return false;
}

interface Span {
  readonly from: number;
  readonly until: number;
}

interface FaultWindow extends Span {
  readonly name: string;
}

function describeWindow(
  attempts: readonly Attempt[],
  { name, from, until }: FaultWindow,
): FaultReport {
  const within = attempts.filter(({ ended }) => ended >= from && ended <= until);
  const given = within.filter(({ status }) => status === 200);
  const receipts = given.filter(({ kind }) => kind === "message");
  const failed = within.filter(({ status }) => status !== 200);
  const times = [from, ...receipts.map(({ ended }) => ended).toSorted((a, b) => a - b)];
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const longestOf = (ofKind: readonly Attempt[]) =>
    ofKind.reduce((longest, { made, ended }) => Math.max(longest, ended - made), 0) / 1_000;
  const lastLate = receipts.filter(({ made, ended }) => ended - made > longWaitMs).at(-1);
  return {
    name,
    seconds: ((lastLate?.ended ?? from) - from) / 1_000,
    secondsWithoutReceipt: Math.max(0, ...gaps) / 1_000,
    longestWait: longestOf(receipts),
    longestWaitOfPhoto: longestOf(given.filter(({ kind }) => kind === "photo")),
    failures: countStatuses(failed),
    titles: [...new Set(failed.flatMap(({ title }) => title ?? []))],
  };
}

function measureLatency(
  attempts: readonly Attempt[],
  wanted: Attempt["kind"],
  disturbed: readonly Span[],
): Latency {
  const durations = attempts
    .filter(({ kind }) => kind === wanted)
    .filter(
      ({ begun, ended }) => !disturbed.some(({ from, until }) => ended > from && begun < until),
    )
    .map(({ begun, ended }) => ended - begun);
  const at = (percent: number) =>
    durations.length === 0 ? 0 : Math.round(percentile(durations, percent));
  return { p50: at(50), p99: at(99), requests: durations.length };
}

function countStatuses(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of attempts) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
