import { expect, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";
import { readMoves, recordMoves } from "./moves.ts";

const address = "5 First Visit Road";

const fixture = setUpFixture({
  isFresh: true,
  prepare: async (office) => {
    await office.raise(address, { jobCategoryId: 1, jobDetailTypeId: 12 });
  },
});

test.beforeAll(() => recordMoves(fixture.phone.context));

/** Whether the service worker answers for this page, so that its screens load without a network. */
const isControlled = () => navigator.serviceWorker.controller !== null;

test("a first download that breaks off is repeated, and the app then opens offline", async () => {
  const { phone, proxy, sam } = fixture;
  let requests = 0;
  proxy.inject(({ path }) => {
    // A file that only the worker requests.
    if (!path.startsWith("/assets/when-screen")) return undefined;
    requests += 1;
    return requests <= 2 ? { kind: "lost" } : undefined;
  });
  await sam.open("/");
  await expect(sam.button("Sign in")).toBeVisible();
  await expect.poll(() => sam.page().evaluate(isControlled)).toBe(true);
  expect(requests).toBeGreaterThan(2);
  await phone.context.setOffline(true);
  await sam.page().reload();
  await expect(sam.button("Sign in")).toBeVisible();
  await phone.context.setOffline(false);
});

test("a page that was loaded past the service worker is served by it again", async () => {
  const { phone, sam } = fixture;
  const devtools = await phone.context.newCDPSession(sam.page());
  const loaded = sam.page().waitForEvent("load");
  await devtools.send("Page.reload", { ignoreCache: true });
  await loaded;
  await expect.poll(() => sam.page().evaluate(isControlled)).toBe(true);
});

test("home counts no jobs before they have arrived, and says that the phone is made ready until the lists have", async () => {
  const { proxy, sam, office } = fixture;
  const jobs = Promise.withResolvers<void>();
  const lists = Promise.withResolvers<void>();
  proxy.inject(({ path }) => {
    if (/^\/api\/job(?:\?|$)/.test(path)) return { kind: "held", until: jobs.promise };
    return path === "/api/sync" ? { kind: "held", until: lists.promise } : undefined;
  });
  await sam.install();
  await sam.seesScreen("Home");
  const noCount = sam.page().getByRole("link", { name: "Jobs to Complete", exact: true });
  await expect(noCount).toBeVisible();
  await readMoves(sam.page());
  jobs.resolve();
  await sam.seesJobs((await office.jobs()).filter(({ status }) => status === "New").length);
  const gettingReady = sam.page().getByText("Getting this phone ready");
  await expect(gettingReady).toBeVisible();
  await expect(sam.page().getByRole("heading", { name: "Next job" })).toBeVisible();
  // The indicator of the header gets its number, to the left of where it is tapped.
  const moves = await readMoves(sam.page());
  expect(moves.filter(({ control }) => !control.startsWith("Messages: "))).toEqual([]);
  await sam.openJobs();
  await sam.openJob(address);
  for (const step of ["Start Travel", "On-Site", "Access"] as const) await sam.step(step);
  await sam
    .page()
    .getByRole("link", { name: /^Forms/ })
    .click();
  await sam.seesScreen("Forms");
  const main = sam.page().getByRole("main");
  await expect(main.getByText("Form still being loaded").first()).toBeVisible();
  await expect(main.getByText("Form not on this device")).toBeHidden();
  await inspect(sam.page(), "Forms that are being loaded");
  lists.resolve();
  await expect(main.getByText("Form still being loaded")).toHaveCount(0);
  await expect(main.getByText("Form not on this device")).toBeHidden();
  await sam.open("/");
  await sam.seesScreen("Home");
  await expect(gettingReady).toBeHidden();
});
