import {
  install,
  readDeviceInstallation,
  poll,
  type QuickJobToSave,
  recover,
  refreshJobs,
  runSync,
  signIn,
  signOut,
  unlock,
} from "@fieldfare/device";
import {
  type Change,
  createDisk,
  type Disk,
  isSealed,
  type NodeDevice,
  type NodeDeviceOptions,
  openNodeDevice,
  type KillPoint,
  type Random,
  wipeBothCopies,
  wipeDatabase,
} from "@fieldfare/device/testing";
import { createOracle, type Oracle } from "./oracle.ts";
import { createNetwork, type Network, type NetworkOptions } from "./network.ts";
import { signature } from "./images.ts";
import { createRecordedWork, type RecordedWork } from "./recorded-work.ts";
import { type Clock, type Engineer, password, pin } from "./world.ts";

export type ProcessName = "page" | "tab" | "worker";

/** An armed process dies when it reaches one of these points for the nth time. */
interface Trap {
  readonly points: readonly KillPoint[];
  remaining: number;
}

interface Running {
  readonly node: NodeDevice;
  trap: Trap | null;
}

export interface PhoneOptions {
  readonly name: string;
  readonly engineer: Engineer;
  readonly clock: Clock;
  /** The source of the phone's own random values: ids, salts. */
  readonly random: Random;
  readonly network: Omit<NetworkOptions, "onReceipt" | "onRefused" | "log">;
  readonly log: (text: string) => void;
  /** Called with each rule that was broken. */
  readonly reportViolation: (text: string) => void;
  /** Changes the device in a mutation check. */
  readonly ports?: NodeDeviceOptions["ports"];
}

/** One phone: its disk, the processes that run on it, its engineer. */
export interface Phone {
  readonly name: string;
  readonly engineer: Engineer;
  readonly oracle: Oracle;
  readonly recorded: RecordedWork;
  readonly network: Network;
  readonly disk: Disk;
  /** Ordering keys whose messages the scenario refused. */
  readonly refusedOrderingKeys: Set<string>;
  /** Its clock minus the scenario's, ms. */
  skew: number;
  /** The scenario has changed its clock at least once: the server flags what it recorded. */
  hasWrongClock: boolean;
  /** The database and the journal were lost, and the engineer has not recovered the phone yet. */
  needsRecovery: boolean;
  /** The office has wiped it. */
  isWiped: boolean;
  /** The database and the journal were lost at least once. */
  hasLostEverything: boolean;
  /** A process died while it was writing: the journal may lack what was not yet shown as saved. */
  isJournalIncomplete: boolean;
  /** Number of writes that the full device still refuses. */
  refusedWrites: number;
  /** The job that is being raised on site, as its draft stores it. */
  quickJobInProgress: QuickJobToSave | null;
  /** Ids of the jobs raised on site that were shown as saved. */
  readonly savedQuickJobIds: string[];
  open(name: ProcessName): Promise<NodeDevice>;
  running(name: ProcessName): NodeDevice | null;
  arm(name: ProcessName, points: readonly KillPoint[], at: number): void;
  kill(name: ProcessName): void;
  /** Runs an action in a process; what it queued counts as saved once it has resolved. */
  run<T>(name: ProcessName, work: (node: NodeDevice) => Promise<T>): Promise<Outcome<T>>;
  wipe(what: "database" | "everything"): void;
}

type Outcome<T> = { readonly kind: "died" } | { readonly kind: "answered"; value: T };

/** Creates a phone on which no process runs and nothing is stored. */
export function createPhone(options: PhoneOptions): Phone {
  const { name, engineer, clock, random, reportViolation } = options;
  const oracle = createOracle(name);
  const recorded = createRecordedWork();
  const disk = createDisk();
  const refusedOrderingKeys = new Set<string>();
  const network = createNetwork({
    ...options.network,
    log: options.log,
    onReceipt: (messageId) => oracle.recordReceipt(messageId),
    onRefused: (orderingKey) => refusedOrderingKeys.add(orderingKey),
  });
  const processes = new Map<ProcessName, Running>();
  const findAlive = (process: ProcessName) => {
    const running = processes.get(process);
    return running?.node.isAlive() ? running : null;
  };

  const phone: Phone = {
    name,
    engineer,
    oracle,
    recorded,
    network,
    disk,
    refusedOrderingKeys,
    skew: 0,
    hasWrongClock: false,
    needsRecovery: false,
    isWiped: false,
    hasLostEverything: false,
    isJournalIncomplete: false,
    refusedWrites: 0,
    quickJobInProgress: null,
    savedQuickJobIds: [],
    running: (process) => findAlive(process)?.node ?? null,
    async open(process) {
      const before = findAlive(process);
      if (before) return before.node;
      oracle.recordProcessDeath(process);
      let running: Running | null = null;
      const node = await openNodeDevice({
        disk,
        random,
        baseUrl: "http://server.test",
        fetch: (url, init) => network.fetch(url, init),
        now: () => new Date(clock.now + phone.skew),
        journal: process !== "worker",
        at(point, needsSpace) {
          if (point === "write" && needsSpace && phone.refusedWrites > 0) {
            phone.refusedWrites -= 1;
            throw new DOMException("The device is full", "QuotaExceededError");
          }
          const trap = running?.trap;
          if (!trap?.points.includes(point)) return;
          trap.remaining -= 1;
          if (trap.remaining > 0) return;
          options.log(`${process} dies at ${point}`);
          phone.isJournalIncomplete = true;
          phone.kill(process);
        },
        watch(changes) {
          const readable = changes.map(keepReadableRows);
          for (const violation of oracle.recordTransaction(process, readable))
            reportViolation(`${name}: ${violation}`);
          recorded.recordTransaction(process, readable);
        },
        ...(options.ports && { ports: options.ports }),
      });
      running = { node, trap: null };
      processes.set(process, running);
      return node;
    },
    arm(process, points, at) {
      const running = findAlive(process);
      if (running) running.trap = { points, remaining: at };
    },
    kill(process) {
      const running = processes.get(process);
      if (running) running.trap = null;
      running?.node.kill();
    },
    async run(process, work) {
      const node = await phone.open(process);
      // A tab that was open while the engineer signed in elsewhere asks for the PIN before anything is done in it.
      const enterPin = async () => {
        const { engineer } = node.device;
        if (process === "worker" || !engineer?.sealing?.isLocked) return;
        if ((await engineer.token.count()) > 0) await unlock(node.device, { pin });
      };
      const doWork = async () => {
        await enterPin();
        return work(node);
      };
      const answered = doWork().then((value) => ({ kind: "answered", value }) as const);
      const outcome = await Promise.race([
        answered,
        node.died.then(() => ({ kind: "died" }) as const),
      ]);
      // A dead process may still throw; nobody handles that.
      if (outcome.kind === "died") answered.catch(() => undefined);
      else {
        oracle.markSaved(oracle.listUnsaved(process));
        recorded.markSaved(process);
      }
      return outcome;
    },
    wipe(what) {
      for (const process of processes.keys()) phone.kill(process);
      phone.isJournalIncomplete = false;
      if (what === "database") {
        wipeDatabase(disk);
        recorded.recordDatabaseLoss();
        return oracle.recordDatabaseLoss();
      }
      wipeBothCopies(disk);
      phone.quickJobInProgress = null;
      network.delayedRequests.length = 0;
      phone.needsRecovery = true;
      phone.hasLostEverything = true;
      oracle.recordTotalLoss();
      recorded.recordTotalLoss();
    },
  };
  return phone;
}

/** Installs the app: the browser becomes the engineer's device. */
export async function setUpPhone(phone: Phone): Promise<void> {
  const { device } = await phone.open("page");
  const { email } = phone.engineer;
  expectOk(await signIn(device, { email, password }), "sign in");
  expectOk(
    await install(device, {
      browserWarningAcknowledged: true,
      notificationPerm: "granted",
      cameraPerm: "granted",
      locationPerm: "granted",
      iconInstall: "accepted",
      pin,
      signature,
    }),
    "install",
  );
  await runSync(device, { requestedBy: "sign-in" });
  expectOk(await refreshJobs(device), "refresh");
  await poll(device);
  phone.oracle.markSaved(phone.oracle.listUnsaved("page"));
}

/** Signs in with the PIN if the app is installed, else with the password, and then recovers the phone. */
export async function signInAgain(phone: Phone, process: ProcessName = "page"): Promise<string> {
  const outcome = await phone.run(process, async ({ device }) => {
    const { email } = phone.engineer;
    const known = (await readDeviceInstallation(device, email))?.installationDate != null;
    const signed = await signIn(device, known ? { email, pin } : { email, password });
    if (!signed.ok) return signed.refusal;
    if (known) return "signed in";
    const recovered = await recover(device, { pin });
    if (!recovered.ok) return `recovery: ${recovered.refusal}`;
    phone.needsRecovery = false;
    return `recovered ${recovered.value.added} jobs`;
  });
  return outcome.kind === "died" ? "died" : outcome.value;
}

/** Signs out in the page, which is opened if needed. Does not say whether the page died meanwhile. */
export async function signOutPhone(phone: Phone): Promise<void> {
  await phone.run("page", ({ device }) => signOut(device));
}

function expectOk(result: { ok: boolean }, what: string): void {
  if (!result.ok)
    throw new Error(`The scenario could not start: ${what} ${JSON.stringify(result)}`);
}

/**
 * Leaves out rows that are still sealed: a restore before the PIN stores them as they are, and they hold what is
 * known from before.
 */
function keepReadableRows(change: Change): Change {
  return { ...change, puts: change.puts.filter(({ row }) => !isSealed(row)) };
}
