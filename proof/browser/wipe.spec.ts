import { expect, test } from "@playwright/test";
import { samEmail } from "./engineer.ts";
import { carriesStatus, onApiCalls } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";
import { readEverythingStored } from "./storage.ts";

const address = "7 Wipe Road";
const note = "Flue joints checked behind the boiler";
let jobId: string;
const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

const wipeState = async () => (await fixture.office.devices())[0]?.wipe?.state;

test("a phone that is wiped sends its work behind a bad network, is killed twice, and keeps nothing", async () => {
  const { proxy, office, phone, sam } = fixture;
  await sam.openJobs();
  await sam.openJob(address);
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.step("Start Travel");
  await sam.step("On-Site");
  await sam.step("Access");
  await sam
    .page()
    .getByRole("link", { name: /Engineer Notes/ })
    .click();
  await sam
    .button("Add")
    .or(sam.page().getByRole("link", { name: "Add", exact: true }))
    .click();
  await sam.page().getByLabel("Description").fill(note);
  await sam.page().getByRole("radio", { name: "Private" }).check();
  await sam.button("Submit").click();
  // The field that is being left has the text too.
  await sam.seesScreen("Notes");
  await expect(sam.page().getByText(note)).toBeVisible();
  // What names people and homes is sealed. What finds the rows can be read.
  const stored = await sam.page().evaluate(readEverythingStored);
  for (const text of [jobId, samEmail]) expect(stored).toContain(text);

  const [device] = await office.devices();
  await office.wipe(device?.deviceId ?? "");
  expect(await wipeState()).toBe("requested");
  // The phone hears of it, and none of its messages arrives.
  proxy.inject(({ path }) => (carriesStatus(path) ? { kind: "lost" } : undefined));
  await phone.reconnect();
  await expect.poll(wipeState).toBe("sending");
  await sam.seesScreen("Locked");
  await expect(sam.page().getByText("has asked that this phone is wiped")).toBeVisible();
  await inspect(sam.page(), "Locked, while it is wiped");

  // It was a mistake: the phone works again, and then it was none.
  await office.withdrawWipe(device?.deviceId ?? "");
  await phone.reconnect();
  await expect(sam.page().getByText("has asked that this phone is wiped")).toBeHidden();
  await sam.button("Check again").click();
  await expect(sam.page().getByText("Your access is locked.")).toBeHidden();
  await office.wipe(device?.deviceId ?? "");
  await phone.reconnect();
  await sam.seesScreen("Locked");
  await phone.kill();

  // Half of the messages get no answer, and the confirmation is lost.
  let count = 0;
  proxy.inject(({ path }) => {
    if (path.endsWith("/wipe/confirm")) return { kind: "lost" };
    return carriesStatus(path) && (count += 1) % 2 === 1 ? { kind: "answer-lost" } : undefined;
  });
  await phone.start();
  await sam.open("/");
  await expect(sam.page().getByText("This phone has been wiped.")).toBeVisible({ timeout: 60_000 });
  await inspect(sam.page(), "Wiped");
  expect(await wipeState()).toBe("wiping");
  const { job } = await office.job(jobId);
  expect(job).toMatchObject({ status: "AccessGained", notes: [{ description: note }] });
  await phone.kill();

  proxy.inject();
  await phone.start();
  await sam.open("/");
  await sam.seesScreen("Sign in");
  await expect(sam.page().getByLabel("Username")).toHaveValue("");
  await expect.poll(wipeState, { timeout: 60_000 }).toBe("confirmed");
  const rest = await sam.page().evaluate(readEverythingStored);
  for (const text of [jobId, address, note, samEmail, office.sam.name])
    expect(rest).not.toContain(text);
  const names = await sam.page().evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const root = await navigator.storage.getDirectory();
    const folders: string[] = [];
    for await (const [name] of root.entries()) folders.push(name);
    return { databases, folders };
  });
  expect(names).toEqual({ databases: ["fieldfare"], folders: ["fieldfare-journal"] });
});
