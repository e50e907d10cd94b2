import { expect, test } from "@playwright/test";
import { createEngineer, password, pin } from "./engineer.ts";
import { inspect } from "./inspection.ts";
import { onApiCalls } from "./fault-proxy.ts";
import { startPhone } from "./phone.ts";
import { createPhoto } from "./image-files.ts";
import { setUpFixture } from "./fixture.ts";

const plain = "9 Screen View";
const alerted = "11 Warning View";
let plainId: string;

const fixture = setUpFixture({
  isFresh: true,
  prepare: async (office) => {
    ({ jobId: plainId } = await office.raise(plain, {
      taskDetails: "Boiler locks out when the hot water runs. Fan was renewed in spring.",
      accessNotes: "Side gate, code from the office.",
      jobPriority: "Emergency",
      property: {
        addressLine1: plain,
        addressLine2: "Chapel Allerton",
        addressLine3: "Leeds",
        postcode: "LS7 1AA",
        coordinatesLatitude: 53.8,
        coordinatesLongitude: -1.5,
        notifications: [
          {
            code: "ASB",
            description: "Asbestos in the airing cupboard.",
            severity: 2,
            alertEngineer: false,
          },
          { code: "DOG", description: "Friendly dog.", severity: 1, alertEngineer: false },
          { code: "LANG", description: "Speaks Polish.", severity: 0, alertEngineer: false },
        ],
      },
    }));
    await office.raise(alerted, {
      property: {
        addressLine1: alerted,
        postcode: "LS7 1AB",
        notifications: [
          { code: "VIO", description: "Two people to attend.", severity: 2, alertEngineer: true },
        ],
      },
    });
  },
});

test("sign-in and installation", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.open("/");
  await sam.seesScreen("Sign in");
  await inspect(page, "Sign in with a password");
  await sam.button("Sign in").click();
  await inspect(page, "Sign in with errors");
  await sam.signIn({ password: "wrong" });
  await expect(page.getByRole("alert").getByText("Unable to login.")).toBeVisible();
  await inspect(page, "Sign in refused");
  await sam.signIn({ password });
  await sam.seesScreen("Welcome");
  await inspect(page, "Welcome");
  await sam.button("Get Started").click();
  await sam.button("Next").click();
  await inspect(page, "PIN with errors");
  await page.getByLabel("Please enter the PIN you would like to use", { exact: true }).fill(pin);
  await page.getByLabel("Re-enter PIN", { exact: true }).fill(pin);
  await sam.button("Next").click();
  await sam.button("Next").click();
  await expect(page.getByText("Please sign", { exact: true })).toBeVisible();
  await inspect(page, "Signature with an error");
  await sam.sign("Your Digital Signature");
  await sam.button("Back").click();
  await sam.button("Next").click();
  await expect(page.getByRole("img", { name: "Your Digital Signature: signed" })).toBeVisible();
  await inspect(page, "Signature after a step back");
  await sam.button("Next").click();
  await sam.button("Finish").click();
  await inspect(page, "Run As App with errors");
  await sam.setPermissions();
  await inspect(page, "Run As App with permissions answered");
  await sam.button("Install App Icon").click();
  await inspect(page, "How to Add to Home Screen");
  await sam.answer("How to Add to Home Screen", "Confirm");
  await page.getByRole("switch").click();
  await sam.button("Finish").click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await sam.seesScreen("Sign in");
  await inspect(page, "Sign in with a PIN");
  await sam.signIn();
  await sam.seesScreen("Home");
  await sam.waitUntilReady();
});

test("home, jobs and messages", async () => {
  const { proxy, sam } = fixture;
  const page = sam.page();
  await inspect(page, "Home");
  await sam.openJobs();
  await inspect(page, "Jobs");
  await sam.syncIndicator("All sent").click();
  await inspect(page, "Messages, all sent");
  await sam.closeDialog("Messages");
  proxy.inject(onApiCalls({ kind: "lost" }));
  await sam.openJob(plain);
  await inspect(page, "Hub of a new job");
  await sam.step("Start Travel");
  await sam.syncIndicator("1 waiting").click();
  await inspect(page, "Messages, one waiting");
  await sam.closeDialog("Messages");
  proxy.inject();
});

test("the information about a job", async () => {
  const { sam } = fixture;
  await inspectSections("before access is gained");
  await sam.seesScreen(/^Job \(/);
});

test("photos, no access, hold, outcome and the close wizard", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.photograph(await createPhoto(page), await createPhoto(page, { name: "two.jpg" }));
  await expect(sam.button("Upload 2 photos")).toBeVisible();
  await inspect(page, "Photo review");
  await sam.closeDialog("Photo review");
  await sam.step("On-Site");
  await sam.button("Access").click();
  await inspect(page, "Was access gained?");
  await sam.answer("Was access gained?", "No, access not gained");
  await sam.button("Close Job").click();
  await expect(page.getByText("Please provide a photo.")).toBeVisible();
  await inspect(page, "No Access with errors");
  await sam.button("Back").click();
  await sam.step("Access");
  await inspect(page, "Hub with access gained");
  await inspectSections("with access gained");
  await sam.button("Hold").click();
  await sam.seesScreen("Hold Job");
  await sam.button("Hold").click();
  await inspect(page, "Hold with errors");
  await page.getByLabel("Hold Reason").selectOption({ index: 1 });
  const details = page.getByLabel("Additional information");
  if (await details.isVisible()) await details.fill("Diverter valve on order");
  await sam.button("Hold").click();
  await sam.seesScreen("Jobs");
  await sam.openJob(plain);
  await inspect(page, "Hub of a job on hold");
  await sam.button("Remove Hold").click();
  await sam.answer("Remove Hold?", "Remove Hold");
  await sam.step("Access");
  await sam.button("Close").click();
  await sam.answer("Was access gained?", "Yes");
  await page.getByLabel("Outcome").selectOption({ label: "Revisit Required" });
  await expect(page.getByText("Unable to close this job")).toBeVisible();
  await inspect(page, "Outcome with faults");
  await page.getByLabel("Outcome").selectOption({ label: "Complete" });
  await expect(page.getByText("Job valid")).toBeVisible();
  await inspect(page, "Outcome");
  await sam.button("Next").click();
  await sam.seesScreen("Close Job");
  await sam.button("Contacts reviewed").click();
  await sam.answerHeating();
  await sam.button("Next").click();
  await sam.chooseCause("System", "Leak");
  await sam.button("Next").click();
  await sam.seesStep("Customer signature");
  await sam.button("Next").click();
  await inspect(page, "Customer signature with errors");
  await page.getByLabel("Customer name").fill("Pat Example");
  await sam.sign("Customer signature");
  await inspect(page, "Customer signature");
  await sam.button("Next").click();
  await sam.button("Finish").click();
  await inspect(page, "Engineer sign-off with an error");
  await page.getByLabel("I agree").click();
  await sam.button("Finish").click();
  await sam.seesScreen("Jobs");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  expect((await fixture.office.job(plainId)).job.status).toBe("Closed");
});

test("notices, a removal request, a signature request, a lock and the pages of errors", async () => {
  const { proxy, office, phone, sam } = fixture;
  const page = sam.page();
  const [job] = (await office.jobs()).filter(({ address }) => address.includes(alerted));
  if (!job) throw new Error("The second job is missing");
  await sam.jobCard(alerted).click();
  await expect(sam.dialog("Warning Code (VIO)")).toBeVisible();
  await inspect(page, "Notice");
  await sam.answer("Warning Code (VIO)", "Confirm");
  await sam.step("Start Travel");
  await office.requestRemoval(job.jobId, false);
  await phone.reconnect();
  await sam.button("Review request").click();
  await sam.button("Retain Job").click();
  await inspect(page, "Removal with errors");
  await sam.closeDialog("Removal requested");

  await sam.open("/nowhere");
  await sam.seesScreen("Page not found");
  await inspect(page, "404");
  await sam.open("/error");
  await expect(page.getByText("There's been an error")).toBeVisible();
  await inspect(page, "Error");
  const second = await startPhone({ proxy });
  try {
    const samOnSecondPhone = createEngineer(second, proxy.url);
    await samOnSecondPhone.open("/");
    await samOnSecondPhone.signIn({ password });
    await expect(samOnSecondPhone.page()).toHaveURL(/\/install\/self$/);
    await inspect(samOnSecondPhone.page(), "Install on a second browser");
  } finally {
    await second.remove();
  }
  await office.requestSignature();
  await page.evaluate(dropLongTimers);
  await page.getByRole("link", { name: "Sign out" }).click();
  await expect(page.getByText("You've been signed out")).toBeVisible();
  await inspect(page, "Signed out");
  await sam.open("/");
  await sam.signIn();
  await sam.seesScreen("Update Signature");
  await inspect(page, "Update Signature");
  const [device] = await office.devices();
  if (!device) throw new Error("The phone is not registered");
  await office.lock(device.deviceId);
  await phone.reconnect();
  await sam.seesScreen("Locked");
  await inspect(page, "Locked");
});

/** Runs in the page: the sign-in screen, which follows after three seconds, must not replace what is inspected. */
function dropLongTimers(): void {
  const setShort = globalThis.setTimeout.bind(globalThis);
  const set = (run: () => void, milliseconds = 0) =>
    milliseconds < 3000 ? setShort(run, milliseconds) : 0;
  Object.assign(globalThis, { setTimeout: set });
}

/** Inspects every section of the hub, and the screen that its Add opens. */
async function inspectSections(when: string): Promise<void> {
  const { sam } = fixture;
  const page = sam.page();
  const rows = page.getByRole("list", { name: "Sections of this job" }).getByRole("link");
  await expect(rows.first()).toBeVisible();
  for (let index = 0; index < (await rows.count()); index += 1) {
    await rows.nth(index).click();
    // The page that is shown while the job is loading must be gone too.
    await expect(sam.heading(/^Job($| \()/)).toBeHidden();
    const title = await sam.heading(/./).innerText();
    await inspect(page, `${title} ${when}`);
    const add = sam.button("Add").or(page.getByRole("link", { name: "Add", exact: true }));
    if (await add.isVisible()) {
      await add.click();
      const dialog = page.getByRole("dialog");
      await expect(async () => {
        const isOpen = (await dialog.count()) > 0 || !(await sam.heading(title).isVisible());
        expect(isOpen).toBe(true);
      }).toPass();
      await inspect(page, `Add to ${title}`);
      if (await dialog.isVisible()) await page.keyboard.press("Escape");
      else await page.goBack();
      await expect(dialog).toBeHidden();
      await sam.seesScreen(title);
    }
    await sam.button("Back").click();
    await sam.seesScreen(/^Job \(/);
  }
}
