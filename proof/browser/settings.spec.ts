import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { type Engineer, engineerWith, password, pin } from "./engineer.ts";
import { inspect } from "./inspection.ts";
import { onApi } from "./line.ts";
import { takePhone } from "./phone.ts";
import { takePicture } from "./pictures.ts";
import { setScene } from "./scene.ts";

const address = "7 Rescue Row";
const passphrase = "a wet day in Leeds";
let jobId: string;

const scene = setScene({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

const openSettings = async (sam: Engineer, row?: RegExp) => {
  await sam.open("/settings");
  await sam.seesScreen("Settings");
  if (row) await sam.at().getByRole("link", { name: row }).click();
};

test("settings say what this phone holds, and their sync says how it ended", async () => {
  const { line, sam } = scene;
  const page = sam.at();
  await page.getByRole("link", { name: "Settings" }).click();
  await sam.seesScreen("Settings");
  await expect(page.getByText("0.1.0+7321")).toBeVisible();
  await inspect(page, "Settings");
  await page.getByRole("link", { name: /^Sync/ }).click();
  await sam.button("Request sync").click();
  await sam.seesToast("The app is up to date");
  line.meddle(onApi({ kind: "lost" }));
  await sam.button("Request sync").click();
  await sam.seesToast("Unable to complete synchronisation at this time");
  line.meddle(({ path }) =>
    path === "/api/sync"
      ? { kind: "answer", status: 500, type: "text/plain", body: "" }
      : undefined,
  );
  await sam.button("Request sync").click();
  await sam.seesToast("Unable to complete sync. Please try again later,");
  line.meddle();
});

test("the message queue shows what waits and why, and sends it when asked", async () => {
  const { line, office, sam } = scene;
  const page = sam.at();
  line.meddle(onApi({ kind: "lost" }));
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
  line.meddle();
  await sam.button("Try now").click();
  await expect(page.getByText("This message has been sent, or is not yours.")).toBeVisible();
  await openSettings(sam, /^Message queue/);
  await expect(page.getByText("No messages waiting")).toBeVisible();
  expect((await office.job(jobId)).job.status).toBe("Travelling");
});

test("the office asks for the database: it is exported behind the work, and answered", async () => {
  const { office, sam } = scene;
  const page = sam.at();
  await openSettings(sam, /^Commands/);
  await expect(page.getByText("No commands found")).toBeVisible();
  await office.command("ExportDatabase");
  await office.command("DataDump");
  await office.command("DanceOnTheTable");
  await sam.button("Fetch commands").click();
  await sam.seesToast("The office has been asked");
  await expect(page.getByText("Export database")).toBeVisible();
  await expect(page.getByText("Not supported by this version")).toBeVisible();
  await scene.phone.blink();
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

test("an export that breaks off is continued", async () => {
  const { line, office, sam } = scene;
  const page = sam.at();
  await openSettings(sam, /^Database export/);
  let pieces = 0;
  let isCut = true;
  line.meddle(({ path }) => {
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
  line.meddle();
  const [exported] = await office.exports();
  await expect(page.getByText(exported?.code ?? "none", { exact: true })).toBeVisible();
});

test("device storage says what it is used for", async () => {
  const { sam } = scene;
  const page = sam.at();
  await openSettings(sam, /^Device storage/);
  await expect(page.getByText("Lists and forms")).toBeVisible();
  await expect(page.getByText(/^[\d,.]+ (MB|GB) of [\d,.]+ (MB|GB)$/)).toBeVisible();
  await inspect(page, "Device storage");
});

test("a rescue file brings unsent work to another phone of its engineer, with its passphrase alone", async () => {
  const { line, office, sam } = scene;
  const page = sam.at();
  line.meddle(onApi({ kind: "lost" }));
  await sam.open("/jobs");
  await sam.openJob(address);
  await sam.step("On-Site");
  await sam.photograph(await takePicture(page));
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

  const second = await takePhone();
  try {
    const { system } = scene;
    const sameSam = engineerWith(second, system.url);
    await sameSam.open("/");
    await sameSam.signIn({ password });
    await setUpAgain(sameSam);
    await readBack(sameSam, file, "a dry day in Leeds");
    await sameSam.seesToast("The passphrase is wrong.");
    await readBack(sameSam, file, passphrase);
    await expect(sameSam.at().getByText("1 message waits to be sent")).toBeVisible();
    await expect.poll(async () => (await office.job(jobId)).job.status).toBe("OnSite");
    await sameSam.open("/jobs");
    await sameSam.openJob(address);
    await expect(sameSam.at().getByText("On site", { exact: true })).toBeVisible();
  } finally {
    await second.remove();
  }
  line.meddle();
  await openSettings(sam, /^Message queue/);
  await scene.phone.blink();
  await expect(page.getByText("No messages waiting")).toBeVisible();
  const sent = (await office.job(jobId)).messages.map(({ messageId }) => messageId);
  expect(new Set(sent).size).toBe(sent.length);
});

test("the import tools are not found in a build that is not made for them", async () => {
  const { sam } = scene;
  for (const path of ["/tools/import", "/tools/fieldOpData"]) {
    await sam.open(path);
    await expect(
      sam.at().getByText("We're sorry but the page you requested was not found."),
    ).toBeVisible();
  }
});

async function readBack(engineer: Engineer, file: string, words: string) {
  const page = engineer.at();
  await openSettings(engineer, /^Rescue file/);
  await page.getByLabel("Rescue file", { exact: true }).setInputFiles(file);
  await page.getByLabel("Passphrase of the file", { exact: true }).fill(words);
  await engineer.button("Read rescue file").click();
}

/** The server knows the engineer: only this browser's half is set up. */
async function setUpAgain(engineer: Engineer) {
  const page = engineer.at();
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
