import {
  poll,
  refreshAbsences,
  refreshJobs,
  refreshMileage,
  runSync,
  signIn,
  signOut,
  tidy,
  releaseRefused,
} from "@fieldfare/device";
import type { Point, Random } from "@fieldfare/device/testing";
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
import { compareKept, isQuotaFault, lookAround, readKept } from "./look.ts";
import type { Weather } from "./network.ts";
import { type Phone, type ProcessName, signInAgain, signOutOf } from "./phone.ts";
import { raise } from "./raised.ts";
import type { Story } from "./scene.ts";
import { drawJob, drawTap } from "./taps.ts";
import { drawWeekTap } from "./week.ts";
import { password } from "./world.ts";

export interface Step {
  readonly name: string;
  readonly weight: number;
  /** Steps that need the office are left out while the server is down. */
  readonly needsServer?: true;
  readonly run: (story: Story, phone: Phone, random: Random) => Promise<void>;
}

/** All that can happen, and how often. `phone` is drawn before the step. */
const steps: readonly Step[] = [
  // The office
  {
    name: "the office raises a job",
    weight: 3,
    needsServer: true,
    async run({ office, tell }, phone, random) {
      tell(`${await office.raise(phone.engineer, random)} for ${phone.engineer.name}`);
    },
  },
  {
    name: "the office moves a job",
    weight: 1,
    needsServer: true,
    async run({ office, phones, tell }, phone, random) {
      const job = pickJob(office.jobs, random);
      const { fieldOperativeId } = random.pick(phones).engineer;
      const body = { fieldOperativeId };
      const { status } = await office.ask(assignJob, { params: { jobId: job.jobId }, body });
      if (status === 200) job.engineers.add(fieldOperativeId);
      tell(
        `${job.title} to ${fieldOperativeId === phone.engineer.fieldOperativeId ? phone.engineer.name : "another"}: ${status}`,
      );
    },
  },
  {
    name: "the office asks for a job back",
    weight: 1.2,
    needsServer: true,
    async run({ office, tell }, _phone, random) {
      const job = pickJob(office.jobs, random);
      const body = { force: random.chance(0.3) };
      const { status } = await office.ask(requestRemoval, { params: { jobId: job.jobId }, body });
      tell(`${job.title}${body.force ? ", forced" : ""}: ${status}`);
    },
  },
  {
    name: "the office queues a command",
    weight: 0.8,
    needsServer: true,
    async run({ office, tell }, phone, random) {
      const { fieldOperativeId } = phone.engineer;
      const type = random.pick(["DanceOnTheTable", "DataDump", "ExportDatabase"]);
      const { status } = await office.ask(queueCommand, { body: { fieldOperativeId, type } });
      tell(`${type} for ${phone.engineer.name}: ${status}`);
    },
  },
  {
    name: "the office decides an absence",
    weight: 0.8,
    needsServer: true,
    async run({ office, tell }, phone, random) {
      const { fieldOperativeId } = phone.engineer;
      const { value } = await office.ask(listAbsences, { query: { fieldOperativeId } });
      const waiting = value?.filter((each) => each.removedOn === null) ?? [];
      if (waiting.length === 0) return tell("there is none");
      const { id, status } = random.pick(waiting);
      const { status: answer } =
        status === 1
          ? await office.ask(decideAbsence, {
              params: { id },
              body: random.chance(0.6) ? { status: 2 } : { status: 3, rejectReason: "Too few" },
            })
          : await office.ask(decideAbsenceCancel, {
              params: { id },
              body: { cancelStatus: random.pick([2, 3]) },
            });
      tell(`${id}: ${answer}`);
    },
  },
  {
    name: "the office locks or unlocks a device",
    weight: 0.7,
    needsServer: true,
    async run({ office, tell }, phone, random) {
      const call = random.chance(0.4) ? lockDevice : unlockDevice;
      const deviceId = await deviceIdOf(phone);
      if (deviceId === null) return;
      const { status } = await office.ask(call, { params: { deviceId } });
      tell(`${call.name} of ${phone.name}: ${status}`);
    },
  },

  // The engineer
  {
    name: "a tap",
    weight: 8,
    run: (story, phone, random) => tapOnce(story, phone, "page", random),
  },
  {
    name: "a row of taps",
    weight: 9,
    async run(story, phone, random) {
      const count = 3 + random.below(6);
      for (let n = 0; n < count; n++) await tapOnce(story, phone, "page", random);
    },
  },
  {
    name: "a double tap",
    weight: 1,
    async run(story, phone, random) {
      await story.report(phone, "double tap", "page", async ({ device }) => {
        const job = await drawJob(device, random);
        if (!job) return "no job";
        const tap = drawTap(random, job);
        const two = [tap.run(device, job, random), tap.run(device, job, random)];
        const results = await Promise.all(two);
        const written = phone.ledger.unsaved("page").length;
        if (tap.name === "advance" && written > 1)
          story.violated(`${phone.name}: a double tap took ${written} steps`);
        return `${tap.name} ${job.formattedJobId} ${results.map(wordOf).join(", ")}`;
      });
    },
  },
  {
    name: "a job is raised on site",
    weight: 1.5,
    run: (story, phone) =>
      story.report(phone, "raise a job", "page", (node) => raise(story, phone, node)),
  },
  {
    name: "a look at absences and mileage",
    weight: 1.5,
    run: (story, phone) =>
      story.report(phone, "lists", "page", async ({ device }) => {
        const answers = [await refreshAbsences(device), await refreshMileage(device)];
        return answers.map(({ ok }) => (ok ? "fetched" : "not fetched")).join(", ");
      }),
  },
  { name: "a poll", weight: 5, run: (story, phone) => pollOf(story, phone) },
  {
    name: "a refresh",
    weight: 2,
    run: (story, phone) =>
      story.report(phone, "refresh", "page", async ({ device }) =>
        wordOf(await refreshJobs(device)),
      ),
  },
  { name: "the page sends", weight: 3, run: (story, phone) => send(story, phone, "page") },
  { name: "the worker sends", weight: 4, run: (story, phone) => send(story, phone, "worker") },
  {
    name: "Try now",
    weight: 0.6,
    run: (story, phone) =>
      story.report(phone, "try now", "page", async ({ device }) => {
        await releaseRefused(device);
        return (await story.drain(device)).kind;
      }),
  },
  {
    name: "a reference sync",
    weight: 0.6,
    run: (story, phone) =>
      story.report(
        phone,
        "sync",
        "page",
        async ({ device }) => (await runSync(device, { asked: "user" })).code,
      ),
  },
  {
    name: "tidying up",
    weight: 0.8,
    run: (story, phone) =>
      story.report(phone, "tidy", "page", async ({ device }) => {
        await tidy(device);
        phone.isJournalBehind = false;
      }),
  },
  {
    name: "everything at once",
    weight: 4,
    async run(story, phone, random) {
      const tapSeed = () => story.fork(random);
      const parts: (() => Promise<void>)[] = [
        () => send(story, phone, "worker"),
        async () => {
          const own = tapSeed();
          for (let n = 0; n < 3; n++) await tapOnce(story, phone, "page", own, "with others");
        },
        () => tapOnce(story, phone, "tab", tapSeed(), "with others"),
        () => send(story, phone, "tab"),
        () => pollOf(story, phone),
      ];
      const chosen = parts.filter(() => random.chance(0.6));
      for (const name of ["page", "tab", "worker"] as const) await phone.open(name);
      await Promise.all(chosen.map((part) => part()));
    },
  },

  // Signing in and out
  {
    name: "the engineer signs in",
    weight: 2,
    async run(story, phone) {
      story.tell(`${phone.name} signs in: ${await signInAgain(phone)}`);
    },
  },
  {
    name: "the engineer signs out",
    weight: 0.5,
    async run(story, phone) {
      await signOutOf(phone);
      story.tell(`${phone.name} signs out`);
    },
  },
  {
    name: "a wrong PIN",
    weight: 0.3,
    run: (story, phone) =>
      story.report(phone, "wrong PIN", "page", async ({ device }) => {
        await signOut(device);
        return wordOf(await signIn(device, { email: phone.engineer.email, pin: "0000" }));
      }),
  },
  {
    name: "a colleague signs in on this phone",
    weight: 0.35,
    run: (story, phone, random) =>
      story.report(phone, "colleague", "page", async ({ device }) => {
        const others = story.phones.filter((other) => other !== phone);
        const { engineer } = random.pick(others);
        await signOut(device);
        const signed = await signIn(device, { email: engineer.email, password });
        if (!signed.ok) return wordOf(signed);
        await lookAround(story, phone, device);
        await refreshJobs(device);
        await story.drain(device);
        await poll(device);
        await lookAround(story, phone, device);
        await signOut(device);
        return "looked around";
      }),
  },

  // What goes wrong
  {
    name: "the weather changes",
    weight: 3,
    async run(story, phone, random) {
      phone.line.weather = random.pick<Weather>([
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
      story.tell(`${phone.name}: ${phone.line.weather}`);
    },
  },
  {
    name: "a process dies",
    weight: 5,
    async run(story, phone, random) {
      const name = random.pick<ProcessName>(["page", "page", "tab", "worker"]);
      await phone.open(name);
      const points = random.pick<readonly Point[]>([
        ["write"],
        ["landed"],
        ["journaled"],
        ["request"],
        ["answer"],
        ["write", "landed", "journaled", "request", "answer"],
      ]);
      phone.arm(name, points, 1 + random.below(6));
      if (name === "worker") await send(story, phone, name);
      else if (random.chance(0.3)) await pollOf(story, phone, name);
      else for (let n = 0; n < 4; n++) await tapOnce(story, phone, name, random);
      phone.kill(name);
      story.tell(`${phone.name} ${name} is gone`);
    },
  },
  {
    name: "the browser wipes its database",
    weight: 0.5,
    async run(story, phone) {
      const before = await readKept(await phone.open("page"));
      const isExact = !phone.isJournalBehind && !phone.needsRecovery;
      phone.wipe("database");
      const page = await phone.open("page");
      story.tell(`${phone.name}: ${page.start}`);
      if (phone.needsRecovery) return;
      if (page.start !== "restored")
        story.violated(`${phone.name}: the journal did not bring back what it had (${page.start})`);
      if (isExact) compareKept(story, phone, before, await readKept(page));
    },
  },
  {
    name: "the phone loses everything",
    weight: 0.2,
    async run(story, phone) {
      phone.wipe("everything");
      story.tell(`${phone.name} is empty`);
    },
  },
  {
    name: "the phone is full for a moment",
    weight: 0.8,
    async run(story, phone, random) {
      await story.report(phone, "tidy", "page", ({ device }) => tidy(device));
      const process = random.pick<ProcessName>(["page", "worker"]);
      await phone.open(process);
      phone.refusedWrites = 1 + random.below(3);
      try {
        if (process === "worker" || random.chance(0.3)) await send(story, phone, process);
        else await tapOnce(story, phone, process, random);
      } catch (error) {
        if (!isQuotaFault(error)) throw error;
        story.tell(`${phone.name} ${process} could not write`);
      }
      phone.refusedWrites = 0;
    },
  },
  {
    name: "the phone's clock jumps",
    weight: 0.5,
    async run(story, phone, random) {
      phone.skew = random.pick([0, 600_000, -600_000, -86_400_000, 172_800_000]);
      story.tell(`${phone.name}: ${phone.skew / 60_000} minutes off`);
    },
  },
  {
    name: "time passes",
    weight: 3,
    async run(story, _phone, random) {
      const minutes = random.chance(0.1) ? 600 : 1 + random.below(30);
      story.clock.now += minutes * 60_000;
      story.tell(`${minutes} minutes`);
    },
  },
  {
    name: "the server is restarted under load",
    weight: 0.7,
    needsServer: true,
    async run(story) {
      const sending = story.phones.map((phone) => send(story, phone, "worker"));
      await story.server.stop();
      await Promise.all(sending);
      await story.server.start();
    },
  },
  {
    name: "the server goes down",
    weight: 0.3,
    needsServer: true,
    async run(story, _phone, random) {
      await story.server.stop();
      story.downFor = 2 + random.below(5);
    },
  },
  {
    name: "the object store is full",
    weight: 0.5,
    needsServer: true,
    async run(story, _phone, random) {
      story.server.imagesAwayFor = 2 + random.below(8);
    },
  },
  {
    name: "what was under way arrives",
    weight: 2,
    async run(story, phone, random) {
      const strays = phone.line.strays.splice(0);
      while (strays.length > 0) {
        const [send] = strays.splice(random.below(strays.length), 1);
        await send?.()
          .then((answer) => answer.arrayBuffer())
          .catch(() => undefined);
      }
      story.tell(phone.name);
    },
  },
  {
    name: "the server refuses a message",
    weight: 0.4,
    async run(story, phone) {
      phone.line.refusesNext = true;
      await send(story, phone, "worker");
      phone.line.refusesNext = false;
    },
  },
];

export function drawStep(random: Random, isServerUp: boolean): Step {
  const possible = steps.filter((step) => isServerUp || !step.needsServer);
  let left = random.next() * possible.reduce((sum, step) => sum + step.weight, 0);
  const drawn = possible.find((step) => (left -= step.weight) < 0) ?? possible[0];
  if (!drawn) throw new Error("There is no step");
  return drawn;
}

async function tapOnce(
  story: Story,
  phone: Phone,
  process: ProcessName,
  random: Random,
  company: "alone" | "with others" = "alone",
): Promise<void> {
  await story.report(phone, "tap", process, async ({ device }) => {
    const job = await drawJob(device, random);
    const before = phone.ledger.unsaved(process).length;
    const tap = job && random.chance(0.8) ? drawTap(random, job) : null;
    const ofWeek = drawWeekTap(random);
    const { name } = tap ?? ofWeek;
    const result = await (job && tap ? tap.run(device, job, random) : ofWeek.run(device, random));
    const written = phone.ledger.unsaved(process).length - before;
    // Beside a poll of the same process nobody can say whose message it is.
    if (!result.ok && written > 0 && company === "alone")
      story.violated(`${phone.name}: ${name} was refused and queued ${written} messages`);
    const where = tap && job ? ` ${job.formattedJobId} (${job.status})` : "";
    return `${name}${where}: ${wordOf(result)}, ${written} queued`;
  });
}

function send(story: Story, phone: Phone, process: ProcessName): Promise<void> {
  return story.report(phone, "send", process, async ({ device }) => {
    const { kind, sent } = await story.drain(device);
    return `${sent} sent, ${kind}`;
  });
}

function pollOf(story: Story, phone: Phone, process: ProcessName = "page"): Promise<void> {
  return story.report(phone, "poll", process, ({ device }) => poll(device));
}

async function deviceIdOf(phone: Phone): Promise<string | null> {
  const { device } = await phone.open("page");
  return (await device.database.setting.get(1))?.deviceId ?? null;
}

function pickJob<J>(jobs: ReadonlyMap<string, J>, random: Random): J {
  return random.pick([...jobs.values()]);
}

function wordOf(result: { ok: boolean; refusal?: string; value?: unknown }): string {
  if (!result.ok) return result.refusal ?? "refused";
  return typeof result.value === "string" ? result.value : "ok";
}
