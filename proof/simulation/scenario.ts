import { drain } from "@fieldfare/device";
import { type Random, seededRandom } from "@fieldfare/device/testing";
import { checkFinalState } from "./check-end.ts";
import { checkPhone } from "./check-phone.ts";
import { createOffice } from "./office.ts";
import { olderServer } from "./older-server.ts";
import { createPhone, type Phone, setUpPhone } from "./phone.ts";
import type { Mutant, Scenario } from "./scenario-types.ts";
import { drawStep } from "./steps.ts";
import { wipePhone } from "./wipe.ts";
import { type Clock, createEngineer, createServer, issueOfficeToken, type World } from "./world.ts";

export interface ScenarioResult {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly lines: readonly string[];
  /** The numbers of the steps that were run. */
  readonly steps: readonly number[];
  readonly messages: number;
  readonly milliseconds: number;
}

export interface ScenarioOptions {
  readonly seed: number;
  readonly mutant?: Mutant;
  /** The office wipes a phone at the end. It draws from its own generator: the scenario of a seed is the same without. */
  readonly wipesPhone?: boolean;
  /** Numbers of steps that are left out, because the scenario fails without them too. */
  readonly without?: ReadonlySet<number>;
  readonly onLine?: (line: string) => void;
}

const firstMoment = Date.parse("2026-06-01T07:30:00.000Z");

/** Runs the scenario of a seed: several phones for a day, injected faults, then the checks of the final state. */
export async function runScenario(world: World, options: ScenarioOptions): Promise<ScenarioResult> {
  const startedAt = performance.now();
  const { seed, mutant = {} } = options;
  const random = seededRandom(seed * 7_919 + 17);
  const scenarioNumber = world.nextScenario();
  const clock: Clock = { now: firstMoment };
  const lines: string[] = [];
  const violations: string[] = [];
  const log = (text: string) => {
    lines.push(text);
    options.onLine?.(text);
  };
  const reportViolation = (text: string) => {
    if (violations.includes(text)) return;
    violations.push(text);
    log(`!!! ${text}`);
  };

  const server = createServer(world, clock);
  await server.start();
  const office = createOffice(world, server, await issueOfficeToken(world), clock);
  const phones: Phone[] = [];
  const count = random.chance(0.3) ? 3 : 2;
  for (const name of ["Ann", "Bob", "Cy"].slice(0, count)) {
    const engineer = await createEngineer(world, name);
    const phone: Phone = createPhone({
      name: `${name}'s phone`,
      engineer,
      clock,
      random: seededRandom(random.below(2 ** 31) + scenarioNumber * 1_000_003),
      network: {
        server,
        random: seededRandom(random.below(2 ** 31)),
        intercept: mutant.intercept ?? (seed % 5 === 0 ? olderServer : undefined),
        onAnswer: (path, body) => checkOwnJobs(scenario, phone, path, body),
      },
      log: (text) => log(`      ${name}: ${text}`),
      reportViolation,
      ...(mutant.ports && { ports: mutant.ports }),
    });
    phones.push(phone);
  }

  const scenario: Scenario = {
    world,
    clock,
    server,
    office,
    phones,
    serverDownForSteps: 0,
    drain: mutant.drain ?? drain,
    log: (text) => log(`    ${text}`),
    reportViolation,
    forkRandom: (stepRandom) => seededRandom(stepRandom.below(2 ** 31)),
    async runAndLog(phone, what, process, work) {
      const outcome = await phone.run(process, work);
      const outcomeText = outcome.kind === "died" ? "died" : (outcome.value ?? "done");
      log(`    ${phone.name}, ${process}, ${what}: ${outcomeText}`);
    },
  };

  try {
    for (const phone of phones)
      for (let n = 0; n < 2; n++) await office.raise(phone.engineer, random);
    await Promise.all(phones.map((phone) => setUpPhone(phone)));
    for (const { network } of phones) network.profile = mutant.networkProfile ?? "fine";
    await play(scenario, random, log, options.without ?? new Set());
    if (options.wipesPhone || mutant.wipesPhone)
      await wipePhone(scenario, seededRandom(seed * 104_729 + 31));
    await checkFinalState(scenario);
  } catch (error) {
    reportViolation(`unexpected error: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    for (const phone of phones)
      for (const process of ["page", "tab", "worker"] as const) phone.kill(process);
    await server.stop();
  }
  const messages = phones.reduce((sum, phone) => sum + phone.oracle.entries.size, 0);
  const steps = lines.flatMap((line) => Number(/^ {0,2}(\d+) \d{4}-/.exec(line)?.[1] ?? 0) || []);
  return { seed, violations, lines, steps, messages, milliseconds: performance.now() - startedAt };
}

/** Each step draws from its own generator, so that leaving a step out does not change the others. */
async function play(
  scenario: Scenario,
  random: Random,
  log: (text: string) => void,
  without: ReadonlySet<number>,
): Promise<void> {
  const count = 22 + random.below(26);
  for (let number = 1; number <= count; number++) {
    const stepRandom = seededRandom(random.below(2 ** 31));
    if (without.has(number)) continue;
    if (scenario.serverDownForSteps > 0 && --scenario.serverDownForSteps === 0) {
      await scenario.server.start();
      log("    the server is up again");
    }
    if (
      scenario.server.imageStoreDownForSteps > 0 &&
      --scenario.server.imageStoreDownForSteps === 0
    )
      log("    the object store has space again");
    const phone = stepRandom.pick(scenario.phones);
    const step = drawStep(stepRandom, scenario.server.origin() !== null);
    const time = new Date(scenario.clock.now).toISOString().slice(0, 16).replace("T", " ");
    log(`${String(number).padStart(3)} ${time} ${step.name}`);
    await step.run(scenario, phone, stepRandom);
    scenario.clock.now += 5_000 + stepRandom.below(60_000);
    for (const each of scenario.phones) await checkPhone(scenario, each);
  }
}

/** The server must not answer an engineer with a job that was never theirs. */
function checkOwnJobs(scenario: Scenario, phone: Phone, path: string, body: unknown): void {
  if (path !== "/api/job") return;
  const { fieldOperativeId } = phone.engineer;
  for (const { jobId } of (body as { jobs: { jobId: string }[] } | undefined)?.jobs ?? [])
    if (!scenario.office.jobs.get(jobId)?.engineers.has(fieldOperativeId))
      scenario.reportViolation(
        `the server answered ${phone.engineer.name} with ${jobId}, which is another engineer's`,
      );
}
