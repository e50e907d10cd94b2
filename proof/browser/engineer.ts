import { expect as expectNow, type Locator, type Page } from "@playwright/test";
import type { Phone } from "./phone.ts";
import type { ImageFile } from "./image-files.ts";

export const samEmail = "sam.taylor@fieldfare.example";
export const alexEmail = "alex.morgan@fieldfare.example";
export const password = "Fieldfare-1";
export const pin = "482913";

/** As patient as the settings of the browser tests, which the bench runs without. */
const expect = expectNow.configure({ timeout: 30_000 });

/** The status after each step of the job, as the hub shows it. */
const statusAfterStep = {
  "Start Travel": "Travelling",
  "On-Site": "On site",
  Access: "Access gained",
} as const;

/** The tabs in which the app is open: in any other one, the app starts and asks for the PIN. */
const openedIn = new WeakSet<Page>();

/** An engineer with a phone: actions and expectations in the words of the screens. */
export function createEngineer(phone: Phone, url: string, email = samEmail) {
  const getPage = (): Page => phone.page;
  const button = (name: string | RegExp): Locator =>
    getPage().getByRole("button", { name, exact: typeof name === "string" });
  const dialog = (name: string | RegExp): Locator => getPage().getByRole("dialog", { name });
  const heading = (name: string | RegExp): Locator =>
    getPage().getByRole("heading", { level: 1, name, exact: typeof name === "string" });

  const seesScreen = (title: string | RegExp) => expect(heading(title)).toBeVisible();
  const seesToast = (text: string | RegExp) =>
    expect(getPage().getByRole("status").getByText(text).first()).toBeVisible();
  /** Enters the PIN on the lock. */
  const unlock = async (secret = pin) => {
    await seesScreen("Unlock");
    // The screen below may ask for the PIN too.
    await dialog("Unlock").getByLabel("PIN", { exact: true }).fill(secret);
    await button("Unlock").click();
    await expect(heading("Unlock")).toBeHidden();
  };
  /** Opens an address. The first time in a tab it also enters the PIN, if somebody is signed in. */
  const open = async (path = "/") => {
    await getPage().goto(url + path);
    if (openedIn.has(getPage()) || path.startsWith("/icons/")) return;
    openedIn.add(getPage());
    // Whether the start asks for the PIN is known when the app has taken the place of the early lock.
    await expect(getPage().locator("#early-lock")).toHaveCount(0);
    await expect(getPage().getByRole("heading").first()).toBeVisible();
    if (await heading("Unlock").isVisible()) await unlock();
  };

  const fillLogin = async (secret: { password: string } | { pin: string }) => {
    await getPage().getByLabel("Username").fill(email);
    if ("pin" in secret) await getPage().getByLabel("PIN", { exact: true }).fill(secret.pin);
    else await getPage().getByLabel("Password", { exact: true }).fill(secret.password);
  };
  const signIn = async (secret: { password: string } | { pin: string } = { pin }) => {
    await seesScreen("Sign in");
    await fillLogin(secret);
    await button("Sign in").click();
  };
  /** Signs with the mouse on the pad of that name. */
  const sign = async (pad: string) => {
    const canvas = getPage().getByRole("img", { name: `${pad}: ` });
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    if (!box) throw new Error(`The pad ${pad} is not on the screen`);
    const { mouse } = getPage();
    const pointOnPad = (share: number, height: number) =>
      [box.x + box.width * share, box.y + box.height * height] as const;
    await mouse.move(...pointOnPad(0.15, 0.6));
    await mouse.down();
    for (let step = 1; step <= 12; step += 1)
      await mouse.move(...pointOnPad(0.15 + step * 0.055, 0.5 + 0.25 * Math.sin(step)));
    await mouse.up();
    await expect(getPage().getByRole("img", { name: `${pad}: Signed.` })).toBeVisible();
  };
  /** Dismisses toasts, which cover the page for some seconds. */
  const dismissToasts = async () => {
    const dismiss = button("Dismiss");
    // A toast may also disappear by itself.
    while ((await dismiss.count()) > 0)
      await dismiss
        .first()
        .click({ timeout: 1000 })
        .catch(() => undefined);
  };
  const closeDialog = async (title: string) => {
    const open = dialog(title);
    await open.getByRole("button", { name: "Close", exact: true }).click();
    await expect(open).toBeHidden();
  };
  const answer = async (question: string | RegExp, choice: string) => {
    const questionDialog = dialog(question);
    await questionDialog.getByRole("button", { name: choice, exact: true }).click();
    await expect(questionDialog).toBeHidden();
  };

  /** Expects a step of the close wizard. */
  const seesStep = (title: string) =>
    expect(getPage().getByRole("heading", { level: 2, name: title, exact: true })).toBeVisible();
  /** The sync indicator of the header. */
  const syncIndicator = (says: string | RegExp): Locator =>
    getPage().getByRole("button", {
      name: typeof says === "string" ? new RegExp(`^Messages: ${says}`) : says,
    });
  const choice = (question: string, answer: string) =>
    getPage()
      .getByRole("group", { name: question, exact: true })
      .getByRole("radio", { name: answer, exact: true });
  /** Answers that heating and hot water work, no heaters were left, and nothing was capped. */
  const answerHeating = async () => {
    await seesStep("Property heating");
    await choice("Is the heating operational?", "Yes").click();
    await choice("Is there hot water?", "Yes").click();
    await choice("Were temporary heaters left?", "No").click();
    await choice("Is the property capped?", "No").click();
  };
  /** Chooses a root cause of the demo by its two levels. */
  const chooseCause = async (kind: string, cause: string) => {
    await seesStep("Root cause");
    await choice("Root cause", kind).click();
    const select = getPage().getByLabel(kind, { exact: true });
    const list = select.and(getPage().getByRole("combobox"));
    await expect(list.or(choice(kind, cause)).first()).toBeVisible();
    if (await list.isVisible()) await list.selectOption({ label: cause });
    else await choice(kind, cause).click();
  };

  /** Sets the permissions in the wizard's last step; the test does not depend on the browser's answers. */
  const setPermissions = async () => {
    for (const name of ["Set Notifications", "Set Location Access"] as const)
      if (await button(name).isEnabled()) await button(name).click();
  };

  /** Completes the three steps of the installation, and signs in with the new PIN: ends on the home screen. */
  const completeSteps = async (chosenPin = pin) => {
    await seesScreen("Welcome");
    await button("Get Started").click();
    await getPage()
      .getByLabel("Please enter the PIN you would like to use", { exact: true })
      .fill(chosenPin);
    await getPage().getByLabel("Re-enter PIN", { exact: true }).fill(chosenPin);
    await button("Next").click();
    await sign("Your Digital Signature");
    await button("Next").click();
    await setPermissions();
    await button("Install App Icon").click();
    await dialog("How to Add to Home Screen").getByRole("button", { name: "Confirm" }).click();
    await getPage().getByRole("switch").click();
    await button("Finish").click();
    await getPage().getByRole("link", { name: "Sign in" }).click();
    await signIn({ pin: chosenPin });
    await seesScreen("Home");
  };

  return {
    email,
    setPermissions,
    page: getPage,
    button,
    dialog,
    heading,
    open,
    unlock,
    /** Sets the phone's clock, at which the app asks for the PIN: it cannot know how long nobody has used it. */
    async setClock(time: number) {
      await getPage().clock.setSystemTime(time);
      await expect(async () => {
        await getPage().keyboard.press("Shift");
        await expect(heading("Unlock")).toBeVisible({ timeout: 500 });
      }).toPass();
      await unlock();
    },
    seesScreen,
    seesToast,
    fillLogin,
    signIn,
    sign,
    answer,
    closeDialog,
    dismissToasts,
    seesStep,
    choice,
    answerHeating,
    chooseCause,
    completeSteps,
    /** Signs in, completes the three steps, and signs in with the new PIN: ends on the home screen. */
    async install(chosenPin = pin) {
      await open("/");
      await signIn({ password });
      await completeSteps(chosenPin);
    },
    /** Waits until reference data is on the phone and the worker can start the app without a network. */
    async waitUntilReady() {
      await expect(getPage().getByText("Synchronisation completed successfully")).toBeVisible();
      await getPage().evaluate(async () => {
        await navigator.serviceWorker.ready;
        if (!navigator.serviceWorker.controller)
          await new Promise((taken) =>
            navigator.serviceWorker.addEventListener("controllerchange", taken, { once: true }),
          );
      });
    },
    /** Expects this number on the tile of the home screen. */
    seesJobs: (count: number) =>
      expect(getPage().getByRole("link", { name: `${count} Jobs to Complete` })).toBeVisible(),
    syncIndicator,
    /** Waits until nothing waits to be sent. The indicator follows: it may still say so of the time before the last step. */
    async sentAll() {
      const countQueued = async () => (await readStoredRows("messageQueue")).length;
      await expect.poll(() => getPage().evaluate(countQueued)).toBe(0);
      await expect(syncIndicator("All sent")).toBeVisible();
    },
    async openJobs() {
      await getPage()
        .getByRole("link", { name: /^\d+\s*Jobs to Complete|^Jobs to Complete/ })
        .click();
      await seesScreen("Jobs");
    },
    jobCard: (address: string): Locator => getPage().getByRole("button", { name: address }),
    /** Expects the job at the end of the list, of which only the visible part is drawn. */
    async seesClosedJob(address: string) {
      await expect(async () => {
        await getPage().keyboard.press("End");
        await expect(getPage().getByRole("heading", { name: /^Closed Jobs/ })).toBeVisible({
          timeout: 500,
        });
      }).toPass();
      await expect(getPage().getByRole("button", { name: address })).toContainText("Closed");
    },
    async openJob(address: string) {
      await getPage().getByRole("button", { name: address }).click();
      await seesScreen(/^Job \(/);
    },
    /** Takes the next step of the job and waits until it is saved. */
    async step(label: keyof typeof statusAfterStep) {
      await button(label).click();
      if (label === "Access") await answer("Was access gained?", "Yes");
      const main = getPage().getByRole("main");
      await expect(main.getByText(statusAfterStep[label], { exact: true })).toBeVisible();
      await expect(main.getByText("Saving", { exact: true })).toBeHidden();
    },
    /** Sets the job back to New, so that another job can be started. */
    async cancelJob() {
      await button("Cancel").click();
      await answer("Cancel this job?", "Cancel job");
      await seesScreen("Jobs");
    },
    /** Takes photos with the camera button of the header, without uploading them. */
    async photograph(...photos: readonly ImageFile[]) {
      const chooser = getPage().waitForEvent("filechooser");
      await getPage()
        .getByRole("button", { name: /^Take photos$|Take another photo/ })
        .last()
        .click();
      await (await chooser).setFiles([...photos]);
    },
    /**
     * Closes the job from the hub, through outcome and wizard. `isSigned`: the customer has already signed on a form.
     * `unusedParts`: why ordered parts were not used, if there are any.
     */
    async close(
      outcome = "Abandoned - Not Required",
      { isSigned = false, unusedParts }: { isSigned?: boolean; unusedParts?: string } = {},
    ) {
      await button("Close").click();
      await answer("Was access gained?", "Yes");
      await seesScreen("Complete Job");
      await getPage().getByLabel("Outcome").selectOption({ label: outcome });
      await expect(getPage().getByText("Job valid")).toBeVisible();
      await button("Next").click();
      if (unusedParts !== undefined) {
        await seesStep("Unused parts");
        await getPage().getByLabel("Explanation").fill(unusedParts);
        await button("Next").click();
      }
      await seesStep("Review property contacts");
      await button("Contacts reviewed").click();
      await answerHeating();
      await button("Next").click();
      await chooseCause("External", "Gas supply");
      await button("Next").click();
      await getPage().getByLabel("Customer name").fill("Pat Example");
      if (isSigned)
        await expect(
          getPage().getByRole("img", { name: "Customer signature", exact: true }),
        ).toBeVisible();
      else await sign("Customer signature");
      await button("Next").click();
      await getPage().getByLabel("I agree").click();
      await button("Finish").click();
      await seesToast("Job closed");
      await seesScreen("Jobs");
    },
  };
}

export type Engineer = ReturnType<typeof createEngineer>;
