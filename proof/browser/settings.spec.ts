import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { type Engineer, createEngineer, password, pin } from "./engineer.ts";
import { inspect } from "./inspection.ts";
import { onApiCalls } from "./fault-proxy.ts";
import { startPhone } from "./phone.ts";
import { createPhoto } from "./image-files.ts";
import { setUpFixture } from "./fixture.ts";

const address = "7 Rescue Row";
const passphrase = "a wet day in Leeds";
let jobId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

const openSettings = async (sam: Engineer, row?: RegExp) => {
  await sam.open("/settings");
  await sam.seesScreen("Settings");
  if (row) await sam.page().getByRole("link", { name: row }).click();
};

test("settings show what is on this phone, and the result of a sync", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await page.getByRole("link", { name: "Settings" }).click();
  await sam.seesScreen("Settings");
  await expect(page.getByText("0.1.0+7321")).toBeVisible();
  await inspect(page, "Settings");
  const latest = page.getByText("This is the latest version.");
  await expect(latest).toBeHidden();
  await sam.button("Look for a new version").click();
  await expect(latest).toBeVisible();
  proxy.inject(({ path }) => (path === "/service-worker.js" ? { kind: "lost" } : undefined));
  await sam.button("Look for a new version").click();
  await sam.seesToast("The server could not be reached. Please try again later.");
  await expect(latest).toBeHidden();
  proxy.inject();
  await page.getByRole("link", { name: /^Sync/ }).click();
  await sam.button("Request sync").click();
  await sam.seesToast("The app is up to date");
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.button("Request sync").click();
  await sam.seesToast("Unable to complete synchronisation at this time");
  proxy.inject(({ path }) =>
    path === "/api/sync"
      ? { kind: "answer", status: 500, type: "text/plain", body: "" }
      : undefined,
  );
  await sam.button("Request sync").click();
  await sam.seesToast("Unable to complete sync. Please try again later,");
  proxy.inject();
});

test("the message queue shows what is queued and why, and sends it on request", async () => {
  const { proxy, office, sam } = fixture;
  const page = sam.page();
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.open("/jobs");
  await sam.openJob(address);
  await sam.step("Start Travel");
  await openSettings(sam, /^Message queue/);
  await expect(page.getByText("1 message waits")).toBeVisible();
  await sam.button("Try now").click();
  await sam.seesToast(
    "Unable to process messages at this time. The server cannot be reached. 1 message waits.",
  );
  await expect(page.getByRole("banner")).toContainText("No connection to the server.");
  await expect(page.getByRole("link", { name: /^Job status: travelling/ })).toContainText(address);
  await page.getByRole("link", { name: /^Job status/ }).click();
  await sam.button("See the content").click();
  await expect(page.getByText('"currentStatus": "Travelling"')).toBeVisible();
  await sam.dismissToasts();
  await inspect(page, "Message");
  const saving = page.waitForEvent("download");
  await sam.button("Export").click();
  const file = await readFile(await (await saving).path(), "utf8");
  expect(JSON.parse(file)).toMatchObject({ messages: [{ type: "JobStatusChange" }] });
  proxy.inject();
  await sam.button("Try now").click();
  await expect(page.getByText("This message has been sent, or is not yours.")).toBeVisible();
  await openSettings(sam, /^Message queue/);
  await expect(page.getByText("No messages of yours waiting")).toBeVisible();
  expect((await office.job(jobId)).job.status).toBe("Travelling");
});

test("the office requests the database: it is exported in the background, and the command is acknowledged", async () => {
  const { office, sam } = fixture;
  const page = sam.page();
  await openSettings(sam, /^Commands/);
  await expect(page.getByText("No commands found")).toBeVisible();
  await office.command("ExportDatabase");
  await office.command("DataDump");
  await office.command("DanceOnTheTable");
  await sam.button("Fetch commands").click();
  await sam.seesToast("The office has been asked");
  await expect(page.getByText("Export database")).toBeVisible();
  await expect(page.getByText("Not supported by this version")).toBeVisible();
  await fixture.phone.reconnect();
  await expect(page.getByText("Under way")).toBeHidden();
  await expect
    .poll(async () => (await office.commands()).map(({ type, outcome }) => `${type}: ${outcome}`))
    .toEqual(
      expect.arrayContaining([
        "ExportDatabase: done",
        "DataDump: done",
        "DanceOnTheTable: unsupported",
      ]),
    );
  const [exported] = await office.exports();
  const lines = await office.exportedLines(exported?.batchId ?? "");
  expect(lines[0]).toMatchObject({ format: "fieldfare-database" });
  expect(lines.at(-1)).toMatchObject({ end: true });
});

test("an interrupted export is continued", async () => {
  const { proxy, office, sam } = fixture;
  const page = sam.page();
  await openSettings(sam, /^Database export/);
  let pieces = 0;
  let isCut = true;
  proxy.inject(({ path }) => {
    if (path === "/api/device/export/chunk") pieces += 1;
    return isCut && path === "/api/device/export/complete" ? { kind: "lost" } : undefined;
  });
  await sam.button("Export database").click();
  await sam.seesToast("Export not completed, try again later");
  await expect(
    page.getByText("An export was interrupted. It continues from where it stopped."),
  ).toBeVisible();
  isCut = false;
  const before = pieces;
  expect(before).toBeGreaterThan(0);
  await sam.button("Continue export").click();
  await sam.seesToast(/Export completed/);
  expect(pieces).toBe(before);
  proxy.inject();
  const [exported] = await office.exports();
  await expect(page.getByText(exported?.code ?? "none", { exact: true })).toBeVisible();
});

test("device storage says what it is used for", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await openSettings(sam, /^Device storage/);
  await expect(page.getByText("Lists and forms")).toBeVisible();
  await expect(page.getByText(/^[\d,.]+ (MB|GB) of [\d,.]+ (MB|GB)$/)).toBeVisible();
  await inspect(page, "Device storage");
});

test("a rescue file moves unsent work to another phone of its engineer, only with its passphrase", async () => {
  const { proxy, office, sam } = fixture;
  const page = sam.page();
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.open("/jobs");
  await sam.openJob(address);
  await sam.step("On-Site");
  await sam.photograph(await createPhoto(page));
  await expect(sam.button("Upload 1 photo")).toBeVisible();
  await openSettings(sam, /^Rescue file/);
  await sam.dismissToasts();
  await inspect(page, "Rescue file");
  await page.getByLabel("Passphrase", { exact: true }).fill("too short");
  await sam.button("Save rescue file").click();
  await expect(page.getByText("Please enter at least 10 characters.")).toBeVisible();
  await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await page.getByLabel("Repeat the passphrase", { exact: true }).fill(passphrase);
  const saving = page.waitForEvent("download");
  await sam.button("Save rescue file").click();
  const file = await (await saving).path();
  await expect(page.getByText(/Saved: 1 message, 1 photo/)).toBeVisible();

  const second = await startPhone();
  try {
    const { system } = fixture;
    const samOnSecondPhone = createEngineer(second, system.url);
    await samOnSecondPhone.open("/");
    await samOnSecondPhone.signIn({ password });
    await setUpAgain(samOnSecondPhone);
    await readBack(samOnSecondPhone, file, "a dry day in Leeds");
    await samOnSecondPhone.seesToast("The passphrase is wrong.");
    await readBack(samOnSecondPhone, file, passphrase);
    await expect(samOnSecondPhone.page().getByText("1 message waits to be sent")).toBeVisible();
    await expect.poll(async () => (await office.job(jobId)).job.status).toBe("OnSite");
    await samOnSecondPhone.open("/jobs");
    await samOnSecondPhone.openJob(address);
    await expect(samOnSecondPhone.page().getByText("On site", { exact: true })).toBeVisible();
  } finally {
    await second.remove();
  }
  proxy.inject();
  await openSettings(sam, /^Message queue/);
  await fixture.phone.reconnect();
  await expect(page.getByText("No messages of yours waiting")).toBeVisible();
  const sent = (await office.job(jobId)).messages.map(({ messageId }) => messageId);
  expect(new Set(sent).size).toBe(sent.length);
});

test("the import tools do not exist in a build without them", async () => {
  const { sam } = fixture;
  for (const path of ["/tools/import", "/tools/fieldOpData"]) {
    await sam.open(path);
    await expect(
      sam.page().getByText("We're sorry but the page you requested was not found."),
    ).toBeVisible();
  }
});

test("an address with a wrong id or a wrong value opens a page that says so, or the list", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  for (const [address, title] of [
    ["/settings/messages/nothing", "Message"],
    ["/jobs/view/nothing", "Jobs"],
    ["/jobs/view/%E0%A4%A", "Page not found"],
    ["/jobs?open=nothing", "Jobs"],
    ["/jobs?open=5", "Jobs"],
    ["/jobs?open=%7B%22jobId%22%3A1%7D", "Jobs"],
    ["/absences/holidays?year=nothing", "Absence Dashboard"],
    ["/absences/cancel?year=%5B%5D", "Absence Dashboard"],
    ["/absences/cancel/nothing", "Absence Dashboard"],
    ["/absences/request/nothing", "New Request"],
    ["/mileage/edit?id=5", "Recent Mileage Overview"],
  ] as const) {
    await page.goto(`${proxy.url}${address}`);
    await sam.seesScreen(title);
    await expect(page.getByText("There's been an error")).toBeHidden();
  }
});

async function readBack(engineer: Engineer, file: string, text: string) {
  const page = engineer.page();
  await openSettings(engineer, /^Rescue file/);
  await page.getByLabel("Rescue file", { exact: true }).setInputFiles(file);
  await page.getByLabel("Passphrase of the file", { exact: true }).fill(text);
  await engineer.button("Read rescue file").click();
}

/** Sets up only this browser's half of the installation: the server knows the engineer. */
async function setUpAgain(engineer: Engineer) {
  const page = engineer.page();
  await page.getByLabel("Please enter the PIN you would like to use", { exact: true }).fill(pin);
  await page.getByLabel("Re-enter PIN", { exact: true }).fill(pin);
  await engineer.button("Next").click();
  await engineer.setPermissions();
  await engineer.button("Install App Icon").click();
  await engineer
    .dialog("How to Add to Home Screen")
    .getByRole("button", { name: "Confirm" })
    .click();
  await page.getByRole("switch").click();
  await engineer.button("Finish").click();
  await engineer.seesScreen("Home");
}
