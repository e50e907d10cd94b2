import {
  poll,
  refreshAbsences,
  refreshJobs,
  refreshMileage,
  runSync,
  signIn,
  signOut,
  runMaintenance,
  unblockRefused,
} from "@fieldfare/device";
import type { KillPoint, Random } from "@fieldfare/device/testing";
import {
  assignJob,
  decideAbsence,
  decideAbsenceCancel,
  listAbsences,
  lockDevice,
  queueCommand,
  requestRemoval,
  unlockDevice,
} from "@fieldfare/contract/office";
import {
  compareStoredState,
  isQuotaError,
  checkOwnership,
  readStoredState,
  typeDrafts,
} from "./check-phone.ts";
import type { NetworkProfile } from "./network.ts";
import { type Phone, type ProcessName, signInAgain, signOutPhone } from "./phone.ts";
import { raiseQuickJob } from "./quick-jobs.ts";
import type { Scenario } from "./scenario-types.ts";
import { drawJob, drawTap } from "./taps.ts";
import { drawOtherTap } from "./other-taps.ts";
import { password } from "./world.ts";

export interface Step {
  readonly name: string;
  readonly weight: number;
  /** The step is not drawn while the server is down. */
  readonly needsServer?: true;
  readonly run: (scenario: Scenario, phone: Phone, random: Random) => Promise<void>;
}

/** Everything that can happen, with its weight. The phone is drawn before the step. */
const steps: readonly Step[] = [
  // The office
  {
    name: "the office raises a job",
    weight: 3,
    needsServer: true,
    async run({ office, log }, phone, random) {
      log(`${await office.raise(phone.engineer, random)} for ${phone.engineer.name}`);
    },
  },
  {
    name: "the office moves a job",
    weight: 1,
    needsServer: true,
    async run({ office, phones, log }, phone, random) {
      const job = pickJob(office.jobs, random);
      const { fieldOperativeId } = random.pick(phones).engineer;
      const body = { fieldOperativeId, force: random.chance(0.3) };
      const { status } = await office.request(assignJob, { params: { jobId: job.jobId }, body });
      if (status === 200) job.engineers.add(fieldOperativeId);
      log(
        `${job.title} to ${fieldOperativeId === phone.engineer.fieldOperativeId ? phone.engineer.name : "another"}: ${status}`,
      );
    },
  },
  {
    name: "the office requests the removal of a job",
    weight: 1.2,
    needsServer: true,
    async run({ office, log }, _phone, random) {
      const job = pickJob(office.jobs, random);
      const body = { force: random.chance(0.3) };
      const { status } = await office.request(requestRemoval, {
        params: { jobId: job.jobId },
        body,
      });
      log(`${job.title}${body.force ? ", forced" : ""}: ${status}`);
    },
  },
  {
    name: "the office queues a command",
    weight: 0.8,
    needsServer: true,
    async run({ office, log }, phone, random) {
      const { fieldOperativeId } = phone.engineer;
      const type = random.pick(["DanceOnTheTable", "DataDump", "ExportDatabase"]);
      const { status } = await office.request(queueCommand, { body: { fieldOperativeId, type } });
      log(`${type} for ${phone.engineer.name}: ${status}`);
    },
  },
  {
    name: "the office decides an absence",
    weight: 0.8,
    needsServer: true,
    async run({ office, log }, phone, random) {
      const { fieldOperativeId } = phone.engineer;
      const { value } = await office.request(listAbsences, { query: { fieldOperativeId } });
      const waiting = value?.filter((each) => each.removedOn === null) ?? [];
      if (waiting.length === 0) return log("there is none");
      const { id, status } = random.pick(waiting);
      const { status: answer } =
        status === 1
          ? await office.request(decideAbsence, {
              params: { id },
              body: random.chance(0.6) ? { status: 2 } : { status: 3, rejectReason: "Too few" },
            })
          : await office.request(decideAbsenceCancel, {
              params: { id },
              body: { cancelStatus: random.pick([2, 3]) },
            });
      log(`${id}: ${answer}`);
    },
  },
  {
    name: "the office locks or unlocks a device",
    weight: 0.7,
    needsServer: true,
    async run({ office, log }, phone, random) {
      const call = random.chance(0.4) ? lockDevice : unlockDevice;
      const deviceId = await readDeviceId(phone);
      if (deviceId === null) return;
      const { status } = await office.request(call, { params: { deviceId } });
      log(`${call.name} of ${phone.name}: ${status}`);
    },
  },

  // The engineer
  {
    name: "a tap",
    weight: 8,
    run: (scenario, phone, random) => tapOnce(scenario, phone, "page", random),
  },
  {
    name: "several taps",
    weight: 9,
    async run(scenario, phone, random) {
      const count = 3 + random.below(6);
      for (let n = 0; n < count; n++) await tapOnce(scenario, phone, "page", random);
    },
  },
  {
    name: "a double tap",
    weight: 1,
    async run(scenario, phone, random) {
      await scenario.runAndLog(phone, "double tap", "page", async ({ device }) => {
        const job = await drawJob(device, random);
        if (!job) return "no job";
        const tap = drawTap(random, job);
        const two = [tap.run(device, job, random), tap.run(device, job, random)];
        const results = await Promise.all(two);
        const written = phone.oracle.listUnsaved("page").length;
        if (tap.name === "advance" && written > 1)
          scenario.reportViolation(`${phone.name}: a double tap took ${written} steps`);
        return `${tap.name} ${job.formattedJobId} ${results.map(describeResult).join(", ")}`;
      });
    },
  },
  {
    name: "a job is raised on site",
    weight: 1.5,
    run: (scenario, phone) =>
      scenario.runAndLog(phone, "raise a job", "page", (node) =>
        raiseQuickJob(scenario, phone, node),
      ),
  },
  {
    name: "absences and mileage are fetched",
    weight: 1.5,
    run: (scenario, phone) =>
      scenario.runAndLog(phone, "lists", "page", async ({ device }) => {
        const answers = [await refreshAbsences(device), await refreshMileage(device)];
        return answers.map(({ ok }) => (ok ? "fetched" : "not fetched")).join(", ");
      }),
  },
  { name: "a poll", weight: 5, run: (scenario, phone) => pollServer(scenario, phone) },
  {
    name: "a refresh",
    weight: 2,
    run: (scenario, phone) =>
      scenario.runAndLog(phone, "refresh", "page", async ({ device }) =>
        describeResult(await refreshJobs(device)),
      ),
  },
  { name: "the page sends", weight: 3, run: (scenario, phone) => send(scenario, phone, "page") },
  {
    name: "the worker sends",
    weight: 4,
    run: (scenario, phone) => send(scenario, phone, "worker"),
  },
  {
    name: "Try now",
    weight: 0.6,
    run: (scenario, phone) =>
      scenario.runAndLog(phone, "try now", "page", async ({ device }) => {
        await unblockRefused(device);
        return (await scenario.drain(device)).kind;
      }),
  },
  {
    name: "a reference sync",
    weight: 0.6,
    run: (scenario, phone) =>
      scenario.runAndLog(
        phone,
        "sync",
        "page",
        async ({ device }) => (await runSync(device, { requestedBy: "user" })).code,
      ),
  },
  {
    name: "maintenance",
    weight: 0.8,
    run: (scenario, phone) =>
      scenario.runAndLog(phone, "maintenance", "page", async ({ device }) => {
        await runMaintenance(device);
        phone.isJournalIncomplete = false;
      }),
  },
  {
    name: "everything at once",
    weight: 4,
    async run(scenario, phone, random) {
      const forkTapRandom = () => scenario.forkRandom(random);
      const activities: (() => Promise<void>)[] = [
        () => send(scenario, phone, "worker"),
        async () => {
          const ownRandom = forkTapRandom();
          for (let n = 0; n < 3; n++)
            await tapOnce(scenario, phone, "page", ownRandom, "with others");
        },
        () => tapOnce(scenario, phone, "tab", forkTapRandom(), "with others"),
        () => send(scenario, phone, "tab"),
        () => pollServer(scenario, phone),
      ];
      const chosenActivities = activities.filter(() => random.chance(0.6));
      for (const name of ["page", "tab", "worker"] as const) await phone.open(name);
      await Promise.all(chosenActivities.map((part) => part()));
    },
  },

  // Signing in and out
  {
    name: "the engineer signs in",
    weight: 2,
    async run(scenario, phone) {
      scenario.log(`${phone.name} signs in: ${await signInAgain(phone)}`);
    },
  },
  {
    name: "the engineer signs out",
    weight: 0.5,
    async run(scenario, phone) {
      await signOutPhone(phone);
      scenario.log(`${phone.name} signs out`);
    },
  },
  {
    name: "a wrong PIN",
    weight: 0.3,
    run: (scenario, phone) =>
      scenario.runAndLog(phone, "wrong PIN", "page", async ({ device }) => {
        await signOut(device);
        return describeResult(await signIn(device, { email: phone.engineer.email, pin: "0000" }));
      }),
  },
  {
    name: "a colleague signs in on this phone",
    weight: 0.35,
    run: (scenario, phone, random) =>
      scenario.runAndLog(phone, "colleague", "page", async ({ device }) => {
        const others = scenario.phones.filter((other) => other !== phone);
        const { engineer } = random.pick(others);
        await signOut(device);
        const signed = await signIn(device, { email: engineer.email, password });
        if (!signed.ok) return describeResult(signed);
        await checkOwnership(scenario, phone, device);
        await refreshJobs(device);
        await scenario.drain(device);
        await poll(device);
        await checkOwnership(scenario, phone, device);
        await signOut(device);
        return "signed in and out";
      }),
  },

  // Faults
  {
    name: "the network changes",
    weight: 3,
    async run(scenario, phone, random) {
      phone.network.profile = random.pick<NetworkProfile>([
        "fine",
        "fine",
        "flaky",
        "flaky",
        "foul",
        "portal",
        "proxy",
        "none",
        "none",
      ]);
      scenario.log(`${phone.name}: ${phone.network.profile}`);
    },
  },
  {
    name: "a process dies",
    weight: 5,
    async run(scenario, phone, random) {
      const name = random.pick<ProcessName>(["page", "page", "tab", "worker"]);
      await phone.open(name);
      const points = random.pick<readonly KillPoint[]>([
        ["write"],
        ["committed"],
        ["journaled", "image-stored"],
        ["request"],
        ["answer"],
        ["write", "committed", "image-stored", "journaled", "request", "answer"],
      ]);
      phone.arm(name, points, 1 + random.below(6));
      if (name === "worker") await send(scenario, phone, name);
      else if (random.chance(0.3)) await pollServer(scenario, phone, name);
      else for (let n = 0; n < 4; n++) await tapOnce(scenario, phone, name, random);
      phone.kill(name);
      scenario.log(`${phone.name} ${name} is killed`);
    },
  },
  {
    name: "the browser wipes its database",
    weight: 0.5,
    async run(scenario, phone) {
      const open = await phone.open("page");
      await typeDrafts(open);
      const before = await readStoredState(phone, open);
      const isExact = !phone.isJournalIncomplete && !phone.needsRecovery;
      phone.wipe("database");
      const page = await phone.open("page");
      scenario.log(`${phone.name}: ${page.start}`);
      if (phone.needsRecovery) return;
      if (page.start !== "restored")
        scenario.reportViolation(
          `${phone.name}: the journal did not restore the data (${page.start})`,
        );
      if (isExact) compareStoredState(scenario, phone, before, await readStoredState(phone, page));
    },
  },
  {
    name: "the phone loses everything",
    weight: 0.2,
    async run(scenario, phone) {
      phone.wipe("everything");
      scenario.log(`${phone.name} is empty`);
    },
  },
  {
    name: "the phone is full for a moment",
    weight: 0.8,
    async run(scenario, phone, random) {
      await scenario.runAndLog(phone, "maintenance", "page", ({ device }) =>
        runMaintenance(device),
      );
      const process = random.pick<ProcessName>(["page", "worker"]);
      await phone.open(process);
      phone.refusedWrites = 1 + random.below(3);
      try {
        if (process === "worker" || random.chance(0.3)) await send(scenario, phone, process);
        else await tapOnce(scenario, phone, process, random);
      } catch (error) {
        if (!isQuotaError(error)) throw error;
        scenario.log(`${phone.name} ${process} could not write`);
      }
      phone.refusedWrites = 0;
    },
  },
  {
    name: "the phone's clock jumps",
    weight: 0.5,
    async run(scenario, phone, random) {
      phone.skew = random.pick([0, 600_000, -600_000, -86_400_000, 172_800_000]);
      phone.hasWrongClock ||= phone.skew !== 0;
      scenario.log(`${phone.name}: ${phone.skew / 60_000} minutes off`);
    },
  },
  {
    name: "time passes",
    weight: 3,
    async run(scenario, _phone, random) {
      const minutes = random.chance(0.1) ? 600 : 1 + random.below(30);
      scenario.clock.now += minutes * 60_000;
      scenario.log(`${minutes} minutes`);
    },
  },
  {
    name: "the server is restarted under load",
    weight: 0.7,
    needsServer: true,
    async run(scenario) {
      const sending = scenario.phones.map((phone) => send(scenario, phone, "worker"));
      await scenario.server.stop();
      await Promise.all(sending);
      await scenario.server.start();
    },
  },
  {
    name: "the server goes down",
    weight: 0.3,
    needsServer: true,
    async run(scenario, _phone, random) {
      await scenario.server.stop();
      scenario.serverDownForSteps = 2 + random.below(5);
    },
  },
  {
    name: "the object store is full",
    weight: 0.5,
    needsServer: true,
    async run(scenario, _phone, random) {
      scenario.server.imageStoreDownForSteps = 2 + random.below(8);
    },
  },
  {
    name: "delayed requests arrive",
    weight: 2,
    async run(scenario, phone, random) {
      const delayedRequests = phone.network.delayedRequests.splice(0);
      while (delayedRequests.length > 0) {
        const [send] = delayedRequests.splice(random.below(delayedRequests.length), 1);
        await send?.()
          .then((answer) => answer.arrayBuffer())
          .catch(() => undefined);
      }
      scenario.log(phone.name);
    },
  },
  {
    name: "the server refuses a message",
    weight: 0.4,
    async run(scenario, phone) {
      phone.network.refuseNextMessage = true;
      await send(scenario, phone, "worker");
      phone.network.refuseNextMessage = false;
    },
  },
];

/** Draws a step by its weight. While the server is down, steps that need it are left out. */
export function drawStep(random: Random, isServerUp: boolean): Step {
  const possible = steps.filter((step) => isServerUp || !step.needsServer);
  let remaining = random.next() * possible.reduce((sum, step) => sum + step.weight, 0);
  const drawn = possible.find((step) => (remaining -= step.weight) < 0) ?? possible[0];
  if (!drawn) throw new Error("There is no step");
  return drawn;
}

async function tapOnce(
  scenario: Scenario,
  phone: Phone,
  process: ProcessName,
  random: Random,
  concurrency: "alone" | "with others" = "alone",
): Promise<void> {
  await scenario.runAndLog(phone, "tap", process, async ({ device }) => {
    const job = await drawJob(device, random);
    const before = phone.oracle.listUnsaved(process).length;
    const tap = job && random.chance(0.8) ? drawTap(random, job) : null;
    const otherTap = drawOtherTap(random);
    const { name } = tap ?? otherTap;
    const result = await (job && tap ? tap.run(device, job, random) : otherTap.run(device, random));
    const written = phone.oracle.listUnsaved(process).length - before;
    // While the same process also polls, it is unknown which of the two queued the message.
    if (!result.ok && written > 0 && concurrency === "alone")
      scenario.reportViolation(`${phone.name}: ${name} was refused and queued ${written} messages`);
    const jobLabel = tap && job ? ` ${job.formattedJobId} (${job.status})` : "";
    return `${name}${jobLabel}: ${describeResult(result)}, ${written} queued`;
  });
}

function send(scenario: Scenario, phone: Phone, process: ProcessName): Promise<void> {
  return scenario.runAndLog(phone, "send", process, async ({ device }) => {
    const { kind, sent } = await scenario.drain(device);
    return `${sent} sent, ${kind}`;
  });
}

function pollServer(
  scenario: Scenario,
  phone: Phone,
  process: ProcessName = "page",
): Promise<void> {
  return scenario.runAndLog(phone, "poll", process, ({ device }) => poll(device));
}

async function readDeviceId(phone: Phone): Promise<string | null> {
  const { device } = await phone.open("page");
  return (await device.engineer?.setting.get(1))?.deviceId ?? null;
}

function pickJob<J>(jobs: ReadonlyMap<string, J>, random: Random): J {
  return random.pick([...jobs.values()]);
}

function describeResult(result: { ok: boolean; refusal?: string; value?: unknown }): string {
  if (!result.ok) return result.refusal ?? "refused";
  return typeof result.value === "string" ? result.value : "ok";
}
