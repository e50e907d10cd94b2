import { drain } from "@fieldfare/device";
import { type Random, seededRandom } from "@fieldfare/device/testing";
import { checkEnd } from "./end.ts";
import { checkPhone } from "./look.ts";
import { createOffice } from "./office.ts";
import { createPhone, type Phone, setUp } from "./phone.ts";
import type { Mutant, Story } from "./scene.ts";
import { drawStep } from "./steps.ts";
import { type Clock, createEngineer, createServer, officeToken, type World } from "./world.ts";

export interface Ending {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly lines: readonly string[];
  /** The numbers of the steps that were taken. */
  readonly steps: readonly number[];
  readonly messages: number;
  readonly milliseconds: number;
}

export interface StoryOptions {
  readonly seed: number;
  readonly mutant?: Mutant;
  /** Numbers of steps that are left out: what a failing story does not need. */
  readonly without?: ReadonlySet<number>;
  readonly onLine?: (line: string) => void;
}

const firstMoment = Date.parse("2026-06-01T07:30:00.000Z");

/** One story from its seed: a day of several phones with everything that can go wrong, and what stands at its end. */
export async function tellStory(world: World, options: StoryOptions): Promise<Ending> {
  const began = performance.now();
  const { seed, mutant = {} } = options;
  const random = seededRandom(seed * 7_919 + 17);
  const storyNumber = world.nextStory();
  const clock: Clock = { now: firstMoment };
  const lines: string[] = [];
  const violations: string[] = [];
  const tell = (text: string) => {
    lines.push(text);
    options.onLine?.(text);
  };
  const violated = (text: string) => {
    if (violations.includes(text)) return;
    violations.push(text);
    tell(`!!! ${text}`);
  };

  const server = createServer(world, clock);
  await server.start();
  const office = createOffice(world, server, await officeToken(), clock);
  const phones: Phone[] = [];
  const count = random.chance(0.3) ? 3 : 2;
  for (const name of ["Ann", "Bob", "Cy"].slice(0, count)) {
    const engineer = await createEngineer(world, name);
    const phone: Phone = createPhone({
      name: `${name}'s phone`,
      engineer,
      clock,
      random: seededRandom(random.below(2 ** 31) + storyNumber * 1_000_003),
      line: {
        server,
        random: seededRandom(random.below(2 ** 31)),
        distort: mutant.distort,
        answered: (path, body) => checkAnswer(story, phone, path, body),
      },
      tell: (text) => tell(`      ${name}: ${text}`),
      violated,
      ...(mutant.ports && { ports: mutant.ports }),
    });
    phones.push(phone);
  }

  const story: Story = {
    world,
    clock,
    server,
    office,
    phones,
    downFor: 0,
    drain: mutant.drain ?? drain,
    tell: (text) => tell(`    ${text}`),
    violated,
    fork: (own) => seededRandom(own.below(2 ** 31)),
    async report(phone, what, process, work) {
      const outcome = await phone.run(process, work);
      const word = outcome.kind === "died" ? "died" : (outcome.value ?? "done");
      tell(`    ${phone.name}, ${process}, ${what}: ${word}`);
    },
  };

  try {
    for (const phone of phones)
      for (let n = 0; n < 2; n++) await office.raise(phone.engineer, random);
    await Promise.all(phones.map((phone) => setUp(phone)));
    for (const { line } of phones) line.weather = mutant.weather ?? "fine";
    await play(story, random, tell, options.without ?? new Set());
    await checkEnd(story);
  } catch (error) {
    violated(`nobody expected this: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    for (const phone of phones)
      for (const process of ["page", "tab", "worker"] as const) phone.kill(process);
    await server.stop();
  }
  const messages = phones.reduce((sum, phone) => sum + phone.ledger.entries.size, 0);
  const steps = lines.flatMap((line) => Number(/^ {0,2}(\d+) \d{4}-/.exec(line)?.[1] ?? 0) || []);
  return { seed, violations, lines, steps, messages, milliseconds: performance.now() - began };
}

/** Each step draws from a generator of its own: leaving one out leaves the others as they are. */
async function play(
  story: Story,
  random: Random,
  tell: (text: string) => void,
  without: ReadonlySet<number>,
): Promise<void> {
  const count = 22 + random.below(26);
  for (let number = 1; number <= count; number++) {
    const own = seededRandom(random.below(2 ** 31));
    if (without.has(number)) continue;
    if (story.downFor > 0 && --story.downFor === 0) {
      await story.server.start();
      tell("    the server is back");
    }
    if (story.server.imagesAwayFor > 0 && --story.server.imagesAwayFor === 0)
      tell("    the object store has room again");
    const phone = own.pick(story.phones);
    const step = drawStep(own, story.server.origin() !== null);
    const time = new Date(story.clock.now).toISOString().slice(0, 16).replace("T", " ");
    tell(`${String(number).padStart(3)} ${time} ${step.name}`);
    await step.run(story, phone, own);
    story.clock.now += 5_000 + own.below(60_000);
    for (const each of story.phones) await checkPhone(story, each);
  }
}

/** No answer of the server holds what is another engineer's. */
function checkAnswer(story: Story, phone: Phone, path: string, body: unknown): void {
  if (path !== "/api/job") return;
  const { fieldOperativeId } = phone.engineer;
  for (const { jobId } of (body as { jobs: { jobId: string }[] } | undefined)?.jobs ?? [])
    if (!story.office.jobs.get(jobId)?.engineers.has(fieldOperativeId))
      story.violated(`the server hands ${jobId} to ${phone.engineer.name}`);
}
