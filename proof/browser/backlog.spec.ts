import { expect, test } from "@playwright/test";
import { getCommands, messagesPath } from "@fieldfare/contract";
import { expectOnceInOrder } from "./expect-delivered.ts";
import { carriesStatus, type Fault, onApiCalls } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";

const names = ["one", "two", "three", "four", "five", "six"] as const;
type Name = (typeof names)[number];
const jobs = {} as Record<Name, string>;
const addressOf = (name: Name) => `4 ${name} Road`;

const fixture = setUpFixture({
  prepare: async (office) => {
    for (const name of names) jobs[name] = (await office.raise(addressOf(name))).jobId;
  },
});

test.afterEach(() => fixture.proxy.inject());

/** Works two jobs without a server, so that eight messages wait. */
async function workTwoJobs(first: Name, second: Name): Promise<void> {
  const { proxy, sam } = fixture;
  await sam.open("/jobs");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  proxy.inject(onApiCalls({ kind: "lost" }));
  for (const name of [first, second]) {
    await sam.openJob(addressOf(name));
    await sam.step("Start Travel");
    await sam.step("On-Site");
    await sam.cancelJob();
  }
}

/** The paths of the requests that carry statuses. The fault hits the first of them. */
function watchMessages(fault?: Fault): string[] {
  const paths: string[] = [];
  fixture.proxy.inject(({ path }) => {
    if (!carriesStatus(path)) return undefined;
    paths.push(path);
    return paths.length === 1 ? fault : undefined;
  });
  return paths;
}

/** New, Start Travel, On-Site, and the reset of the cancel. */
const statuses = Array<string>(4).fill("JobStatusChange");

test("what waited goes in one request", async () => {
  const { office, phone, sam } = fixture;
  await workTwoJobs("one", "two");
  // Nothing is on its way any more when the server can be reached again.
  await phone.context.setOffline(true);
  const paths = watchMessages();
  await phone.reconnect();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  expect(paths).toEqual([messagesPath]);
  for (const name of ["one", "two"] as const) await expectOnceInOrder(office, jobs[name], statuses);
});

test("when the answer to that request is lost, every message is sent again and recorded once", async () => {
  const { office, phone, sam } = fixture;
  await workTwoJobs("three", "four");
  await phone.context.setOffline(true);
  const paths = watchMessages({ kind: "answer-lost" });
  await phone.reconnect();
  await expect(sam.syncIndicator("All sent")).toBeVisible({ timeout: 30_000 });
  expect(paths.length).toBeGreaterThan(1);
  for (const name of ["three", "four"] as const)
    await expectOnceInOrder(office, jobs[name], statuses);
});

test("the office that was told of waiting messages reads at once that they were sent", async () => {
  const { office, phone, proxy, sam } = fixture;
  await workTwoJobs("five", "six");
  await phone.context.setOffline(true);
  const countUnsent = async () => (await office.devices()).map((device) => device.unsentMessages);
  // The messages wait until the poll has told of them.
  let goOn = (): void => undefined;
  const isReported = new Promise<void>((resolve) => (goOn = resolve));
  proxy.inject(({ path }) =>
    carriesStatus(path) ? { kind: "held", until: isReported } : undefined,
  );
  const poll = phone.page.waitForResponse((answer) => answer.url().includes(getCommands.path));
  await phone.reconnect();
  expect(new URL((await poll).url()).searchParams.get("unsent")).not.toBe("0");
  expect(await countUnsent()).not.toEqual([0]);
  goOn();
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await expect.poll(countUnsent, { timeout: 20_000 }).toEqual([0]);
});
