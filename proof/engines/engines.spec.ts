import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formPreviewPath, type FormPreviewRequest } from "@fieldfare/contract/office";
import { formIds, londonDay, startOfLondonDay } from "@fieldfare/domain";
import { expect, test } from "@playwright/test";
import { alexEmail, password, samEmail } from "../browser/engineer.ts";
import { expectDelivered } from "../browser/expect-delivered.ts";
import { type FaultProxy, startFaultProxy } from "../browser/fault-proxy.ts";
import { gasAppliances } from "../browser/gas-record.ts";
import { officeEmail } from "../browser/office-page.ts";
import { type Office, openOffice } from "../browser/office.ts";
import { startSystem, type System } from "../browser/system.ts";
import { createBoard } from "./board.ts";
import { deskSize, type Engine, type EngineName } from "./engine.ts";
import { createHand } from "./hand.ts";
import { createVisit, findLayoutFaults, type Visit } from "./visit.ts";
import { prepareFirefox } from "./firefox.ts";
import { prepareWebKit } from "./webkit.ts";

/** Takes several lines, and breaks off in the middle, as the battery does. */
const typed =
  "The flue joints were opened, cleaned and sealed again. The tenant says that the boiler locks out in the morning, when the shower runs for a long time. The expansion vessel has lost its pressure, and the";

let system: System;
let office: Office;
let proxy: FaultProxy;

test.beforeAll(async () => {
  system = await startSystem();
  office = await openOffice(system.url);
  proxy = await startFaultProxy(system.url);
});
test.afterAll(async () => {
  await proxy?.close();
  await system?.remove();
});

interface Candidate {
  readonly name: EngineName;
  readonly email: string;
  /** Throws if the engine cannot be had on this machine. */
  readonly prepare: () => Promise<() => Promise<Engine>>;
}

const candidates: readonly Candidate[] = [
  { name: "Firefox", email: samEmail, prepare: prepareFirefox },
  {
    name: "WebKit",
    email: alexEmail,
    prepare: async () => {
      const start = await prepareWebKit();
      return () => start({ likeSafari: true });
    },
  },
];

for (const { name, email, prepare } of candidates)
  test.describe(name, () => {
    test.describe.configure({ mode: "serial" });
    let engine: Engine;
    let visit: Visit;
    let folder: string;
    const address = `3 ${name} Terrace`;
    let jobId: string;
    let missing: string | null = null;

    test.beforeAll(async () => {
      test.setTimeout(600_000);
      const start = await prepare().catch((error: unknown) => {
        missing = error instanceof Error ? error.message : String(error);
        return null;
      });
      if (!start) return;
      const operative = office.operatives.find((each) => each.email === email);
      if (!operative) throw new Error(`The demo has no ${email}`);
      ({ jobId } = await office.raise(address, {
        fieldOperativeId: operative.fieldOperativeId,
        jobCategoryId: 1,
        jobDetailTypeId: 12,
        property: {
          assets: gasAppliances.slice(0, 1),
          tenants: [{ fullName: "Pat Example", phones: [] }],
          landlord: { name: "Example Homes", address: "2 Landlord Way, Leeds" },
        },
      }));
      folder = await mkdtemp(join(tmpdir(), "fieldfare-photos-"));
      engine = await start();
      visit = createVisit(engine, proxy.localUrl);
    });
    test.beforeEach(() => {
      // The end of `npm test` repeats the reason.
      test.skip(missing !== null, `${name} cannot be had: ${missing}`);
    });
    test.afterEach(async () => {
      const result = test.info();
      if (result.status === result.expectedStatus || missing !== null) return;
      await mkdir(result.outputDir, { recursive: true });
      await writeFile(result.outputPath("screen.png"), await engine.capture());
    });
    test.afterAll(async () => {
      proxy.inject();
      await engine?.remove();
      if (folder) await rm(folder, { recursive: true, force: true });
    });

    test("an engineer installs the app, and signs in with the PIN", async () => {
      await visit.install(email);
      await visit.waitUntilReady();
      // WebKitGTK opens no file for writing.
      await expect.poll(() => engine.run(countEmptyJournals)).toBe(0);
    });

    test("the hand sees that it has tapped what was put in the place of what it had looked at", async () => {
      await engine.open("data:text/html,<button>Unlock</button>");
      const hand = createHand({
        ...engine,
        drag: async (points) => {
          await engine.run(replaceButton);
          await engine.drag(points);
        },
      });
      await hand.tap({ role: "button", name: "Unlock" });
      expect(await engine.run(() => document.body.textContent)).toBe("Unlocked");
    });

    test("several questions under one heading leave no empty space, and are no wider than the screen", async () => {
      await engine.open(proxy.localUrl + formPreviewPath);
      await expect.poll(() => engine.run(showForm, gridForm)).toBe(true);
      await visit.hand.pick("Flue", longChoice);
      await visit.hand.sees({ role: "group", name: "Meter readings (optional)" });
      expect(await engine.run(findLayoutFaults)).toEqual([]);
    });

    test("a start without a PIN shows the list before the app, and opens the job that was tapped there", async () => {
      const { hand } = visit;
      const card = { role: "button", name: new RegExp(address) } as const;
      await visit.open("/jobs");
      await hand.sees(card);
      await visit.hide();
      // A page without the app, which leaves the jobs alone.
      const icon = `${proxy.localUrl}/icons/fieldfare.svg`;
      await engine.open(icon);
      const other = await engine.openTab(icon);
      await other.run(holdJobs);
      await visit.open("/jobs");
      await hand.tap(card);
      expect(await engine.run(hasOnlyEarlyScreen)).toBe(true);
      await other.close();
      await visit.seesScreen(/^Job \(/);
      await visit.open("/");
    });

    test("offline a job is started; the killed browser keeps a note that was half typed", async () => {
      const { hand } = visit;
      proxy.inject(() => ({ kind: "lost" }));
      await visit.openJob(address);
      await visit.step("Start Travel");
      await visit.step("On-Site");
      await visit.step("Access");
      await visit.open("/jobs/selected/engineer/notes/add");
      await hand.write([{ label: "Description" }], typed);
      await visit.seesDraftStored(typed);
      await visit.killAndStart();
      await visit.open("/jobs/selected/engineer/notes/add");
      await hand.seesValue([{ label: "Description" }], typed);
      expect(await engine.run(isTextCutOff)).toBe(false);
      await hand.choose({ role: "radio", name: "Public" });
      await hand.tap({ role: "button", name: "Submit" });
      await visit.seesScreen("Notes");
    });

    // WebKit keeps the page that is left, with what it was storing.
    test("a page that is left while it stores a note does not hold up the next one", async () => {
      const { hand } = visit;
      for (const text of ["First", "Second", "Third", "Fourth"]) {
        await visit.open("/jobs/selected/engineer/notes/add");
        await hand.write([{ label: "Description" }], text);
        await hand.choose({ role: "radio", name: "Private" });
        await hand.tap({ role: "button", name: "Submit" });
        await visit.open("/jobs/selected");
        await visit.seesScreen(/^Job \(/);
      }
      // The last one may be a draft: what was left before it was stored is still typed.
      await visit.open("/jobs/selected/engineer/notes/add");
      await hand.write([{ label: "Description" }], "Fifth");
      await hand.choose({ role: "radio", name: "Private" });
      await hand.tap({ role: "button", name: "Submit" });
      await visit.seesScreen("Notes");
    });

    test("a photo and the gas safety record are kept over another kill", async () => {
      const { hand } = visit;
      await visit.open("/jobs/selected");
      await hand.photograph(folder, 1600, 1200);
      await hand.tap({ role: "button", name: "Upload 1 photo" });
      await visit.fillInGasRecord();
      await visit.killAndStart();
      await visit.open("/jobs/selected");
      await hand.sees({ role: "button", name: /^Messages: \d+ waiting/ });
    });

    test("the job is closed with a signature, and everything arrives exactly once", async () => {
      const { hand } = visit;
      await visit.close();
      await visit.killAndStart();
      proxy.inject();
      await visit.open("/");
      await hand.sees({ role: "button", name: /^Messages: All sent/ });
      await expectDelivered(office, jobId, [
        ...Array<string>(4).fill("JobStatusChange"),
        "JobImage",
        "JobStatusChange",
        "JobClose",
        "JobImage",
      ]);
      const { job, messages } = await office.job(jobId);
      expect(job.status).toBe("Closed");
      expect(job.notes).toContainEqual(
        expect.objectContaining({ isPublic: true, description: typed }),
      );
      const close = messages.find(({ type }) => type === "JobClose")?.payload;
      expect(close).toMatchObject({
        outcome: { customerSignature: { customerName: "Pat Example", optOut: false } },
        job: {
          customForms: expect.arrayContaining([
            expect.objectContaining({
              customFormId: formIds.gasSafetyRecord,
              completionStatus: "Complete",
              completedForm: expect.objectContaining({
                appliances: [
                  expect.objectContaining({
                    type: "Combi boiler",
                    operatingPressure: 20,
                    spillage: "pass",
                    safeToUse: "yes",
                  }),
                ],
              }),
            }),
          ]),
        },
      });
    });
  });

test("in Firefox the board of the day is live, its list moves a job, and so does the mouse", async () => {
  test.setTimeout(600_000);
  const start = await prepareFirefox().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    test.skip(true, `Firefox cannot be had: ${reason}`);
    return null;
  });
  if (!start) return;
  const engine = await start(deskSize);
  const board = createBoard(engine);
  const has = async (jobId: string) => (await office.job(jobId)).fieldOperativeId;
  const find = (address: string) =>
    office.operatives.find(({ email }) => email === address)?.fieldOperativeId;
  try {
    await board.signIn(system.url, officeEmail, password);
    const { jobId } = await office.raise("5 Firefox Terrace", {
      formattedJobId: "DESK-1",
      appointmentDateTime: new Date(
        startOfLondonDay(londonDay(new Date())).getTime() + 17.5 * 3_600_000,
      ).toISOString(),
    });
    await board.sees("Sam Taylor", "DESK-1");
    await engine.open(`${system.url}/office/today?view=list&find=DESK-1`);
    await board.tap("main [aria-label='Move to… DESK-1']");
    await board.choose("Engineer", "Alex Morgan");
    await board.seesDialog("What happens");
    await board.confirm("Move");
    await board.noDialog();
    expect(await has(jobId)).toBe(find(alexEmail));
    await engine.open(`${system.url}/office/today`);
    await board.sees("Alex Morgan", "DESK-1");
    await board.drag("DESK-1", "Sam Taylor");
    await board.seesDialog("What happens");
    await board.press("Move");
    await board.sees("Sam Taylor", "DESK-1");
    expect(await has(jobId)).toBe(find(samEmail));
  } catch (error) {
    await mkdir(test.info().outputDir, { recursive: true });
    await writeFile(test.info().outputPath("screen.png"), await engine.capture());
    throw error;
  } finally {
    await engine.remove();
  }
});

/** Runs in the page: whether the field for a long text is too low for its text. */
function isTextCutOff(): boolean {
  const field = document.querySelector("textarea");
  return field === null || field.scrollHeight > field.clientHeight;
}

/** Runs in the page. */
async function countEmptyJournals(): Promise<number> {
  let count = 0;
  const root = await navigator.storage.getDirectory();
  for await (const folder of root.values()) {
    if (folder.kind !== "directory") continue;
    for await (const file of folder.values())
      if (file.kind === "file" && (await file.getFile()).size === 0) count += 1;
  }
  return count;
}

/** Runs in a tab next to the app: nothing else reads the engineer's jobs until that tab is closed. */
async function holdJobs(): Promise<void> {
  const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
  await new Promise((resolve) => opening.addEventListener("success", resolve));
  const jobs = opening.result.transaction("job", "readwrite").objectStore("job");
  // A transaction goes on for as long as it gets requests.
  await new Promise<void>((resolve) => {
    const read = () =>
      jobs.count().addEventListener("success", () => {
        resolve();
        read();
      });
    read();
  });
}

const longChoice =
  "Not inspected, because the tenant had stored furniture in front of it and could not move it";
const columns = ["Safe", "At Risk", "Immediately Dangerous", "Not present", longChoice];
const gridForm = {
  kind: "show-form",
  bundle: {
    definition: {
      customFormId: "0193b3f0-0000-7000-8000-0000000000f1",
      customFormDefinitionId: "0193b3f0-0000-7000-8000-0000000000d1",
      version: 1,
      definition: {
        name: "Several questions under one heading",
        description: "",
        isSubForm: false,
        content: {
          pages: [
            {
              name: "page",
              elements: [
                { type: "matrix", name: "checks", title: "Checks", columns, rows: ["Flue"] },
                {
                  type: "matrix",
                  name: "tests",
                  title: "Tests",
                  columns: ["Pass"],
                  rows: ["Seal"],
                },
                {
                  type: "multipletext",
                  name: "readings",
                  title: "Meter readings",
                  items: [{ name: "before" }, { name: "after" }],
                },
              ],
            },
          ],
        },
      },
      jobCategoryId: null,
      jobDetailTypeId: null,
      jobStageId: null,
      usageRequirement: 1,
      modifiedOn: "2026-01-05T09:00:00.000Z",
    },
    subForms: [],
  },
  lists: [],
  source: "gas-home",
  theme: "light",
} satisfies FormPreviewRequest;

/** Runs in the page that the office shows in a frame: posts it a form, as the office does. Returns whether it is drawn. */
function showForm(form: object): boolean {
  if (document.querySelector("fieldset")) return true;
  const { origin } = new URL(location.href);
  dispatchEvent(new MessageEvent("message", { source: parent, origin, data: form }));
  return false;
}

/** Runs in the page: a button takes the place of the one that is there. */
function replaceButton(): void {
  const before = document.querySelector("button");
  const after = document.createElement("button");
  after.textContent = before?.textContent ?? "";
  after.addEventListener("click", () => (document.body.textContent = "Unlocked"));
  before?.replaceWith(after);
}

/** Runs in the page: whether there is a screen before the app, which has taken a tap, and none of the app. */
function hasOnlyEarlyScreen(): boolean {
  return (
    document.querySelector("#early-screen main [aria-busy=true]") !== null &&
    document.querySelector("#root main") === null
  );
}
