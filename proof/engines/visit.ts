import { expect } from "@playwright/test";
import { password, pin } from "../browser/engineer.ts";
import { defineReadStoredRows } from "../browser/stored-rows.ts";
import type { Engine } from "./engine.ts";
import { createHand } from "./hand.ts";

/** The status after each step of the job, as the hub shows it. */
const statusAfterStep = {
  "Start Travel": "Travelling",
  "On-Site": "On site",
  Access: "Access gained",
} as const;

export type Visit = ReturnType<typeof createVisit>;

/** An engineer at work in a browser of any engine, in the words of the screens. */
export function createVisit(engine: Engine, url: string) {
  const hand = createHand(engine);
  const { tap, write, sees, seesNo, choose } = hand;
  const seesScreen = (name: string | RegExp) => sees({ role: "heading", level: 1, name });
  const button = (name: string | RegExp) => ({ role: "button", name }) as const;
  const answer = async (question: string | RegExp, choice: string) => {
    await tap({ role: "dialog", name: question }, button(choice));
    await seesNo({ role: "dialog", name: question });
  };
  const chooseIn = (question: string, choice: string) =>
    choose({ role: "group", name: question }, { role: "radio", name: choice });
  const seesStep = (name: string) => sees({ role: "heading", level: 2, name });
  const next = async (title: string) => {
    await tap(button("Next"));
    await seesStep(title);
  };
  /** A browser that has just started asks for the PIN. */
  let isLocked = false;
  const open = async (path: string) => {
    await engine.open(url + path);
    if (!isLocked) return;
    isLocked = false;
    await seesScreen("Unlock");
    await write([{ role: "dialog", name: "Unlock" }, { label: "PIN" }], pin);
    await tap({ role: "dialog", name: "Unlock" }, button("Unlock"));
    await seesNo({ role: "heading", level: 1, name: "Unlock" });
  };
  const signIn = async (email: string, label: "PIN" | "Password", secret: string) => {
    await seesScreen("Sign in");
    await write([{ label: "Username" }], email);
    await write([{ label }], secret);
    await tap(button("Sign in"));
  };
  return {
    hand,
    open,
    seesScreen,
    /** Kills the browser and starts it again with the same profile. */
    async killAndStart() {
      await engine.kill();
      await engine.start();
      isLocked = true;
    },
    /** Installs the app with its three steps, and signs in with the new PIN. */
    async install(email: string) {
      await engine.open(`${url}/`);
      await signIn(email, "Password", password);
      await seesScreen("Welcome");
      await tap(button("Get Started"));
      await write([{ label: "Please enter the PIN you would like to use" }], pin);
      await write([{ label: "Re-enter PIN" }], pin);
      await tap(button("Next"));
      await hand.sign("Your Digital Signature");
      await tap(button("Next"));
      await tap(button("Set Notifications"));
      // The answer moves what is below it.
      await sees({ text: "How to allow notifications" });
      await tap(button("Set Location Access"));
      await sees({ text: "How to allow location" });
      await tap(button("Install App Icon"));
      await answer("How to Add to Home Screen", "Confirm");
      await choose({ role: "switch" });
      await tap(button("Finish"));
      await tap({ role: "link", name: "Sign in" });
      await signIn(email, "PIN", pin);
      await seesScreen("Home");
    },
    /** Waits until reference data is on the phone and the worker can start the app without a network. */
    async waitUntilReady() {
      await sees({ text: /Synchronisation completed successfully/ });
      await sees(button(/^Messages: All sent/));
      await expect.poll(() => engine.run(isControlled)).toBe(true);
    },
    async openJob(address: string) {
      await tap({ role: "link", name: /Jobs to Complete/ });
      await seesScreen("Jobs");
      await tap(button(new RegExp(address)));
      await seesScreen(/^Job \(/);
    },
    /** Hides the app, which shows home or the list of jobs, until the page stores that screen for its next start. */
    async hide() {
      await expect.poll(() => engine.run(hideApp)).toBe(true);
    },
    /** Takes the next step of the job and waits until it is saved. */
    async step(label: keyof typeof statusAfterStep) {
      await tap(button(label));
      if (label === "Access") await answer("Was access gained?", "Yes");
      await sees({ role: "main" }, { text: statusAfterStep[label] });
      await seesNo({ role: "main" }, { text: "Saving" });
    },
    /** Waits until a draft with this text is stored: while somebody types, each state of the text is. */
    async seesDraftStored(text: string) {
      await engine.run(defineReadStoredRows);
      await expect.poll(() => engine.run(readDrafts)).toContain(text);
    },
    /** Fills in the gas safety record of one appliance without a defect, with a signature. */
    async fillInGasRecord() {
      await tap({ role: "link", name: /^Forms \d/ });
      await tap({ role: "link", name: /gas safety record/ });
      await next("Appliances");
      const card = button(/^Combi boiler/);
      await sees(card);
      if (!(await hand.isSeen({ role: "group", name: "Inspected" }))) await tap(card);
      await chooseIn("Inspected", "Yes");
      await write([{ label: /^Operating pressure/ }], "20");
      for (const [question, choice] of applianceAnswers) await chooseIn(question, choice);
      expect(await engine.run(findLayoutFaults)).toEqual([]);
      await next("Pipework");
      for (const [question, choice] of pipeworkAnswers) await chooseIn(question, choice);
      await next("Alarms");
      for (const [question, choice] of alarmAnswers) await chooseIn(question, choice);
      await next("Sign-off");
      await sees({ role: "group", name: "Somebody is here to receive the record" });
      // That of the installation is used if the phone had fetched it before it lost the network.
      if (await hand.isSeen({ role: "img", name: /^Engineer's signature: / }))
        await hand.sign("Engineer's signature");
      await chooseIn("Somebody is here to receive the record", "Yes");
      await chooseIn("Role", "Tenant");
      await hand.sign("Signature of the person who received it (optional)");
      await tap(button("Complete"));
      await seesScreen("Forms");
    },
    /** Closes the job from the hub. The customer has signed the record. */
    async close() {
      await tap(button("Close"));
      await answer("Was access gained?", "Yes");
      await seesScreen("Complete Job");
      await hand.pick("Outcome", "Complete");
      await sees({ text: "Job valid" });
      await tap(button("Next"));
      await seesStep("Review property contacts");
      await tap(button("Contacts reviewed"));
      await seesStep("Property heating");
      await chooseIn("Is the heating operational?", "Yes");
      await chooseIn("Is there hot water?", "Yes");
      await chooseIn("Were temporary heaters left?", "No");
      await chooseIn("Is the property capped?", "No");
      expect(await engine.run(findLayoutFaults)).toEqual([]);
      await tap(button("Next"));
      await seesStep("Customer signature");
      await tap(button("Next"));
      await tap({ label: "I agree" });
      await tap(button("Finish"));
      await seesScreen("Jobs");
      await sees({ text: "Job closed" });
    },
  };
}

const applianceAnswers = [
  ["Combustion readings taken", "N/A"],
  ["Safety devices work correctly", "Yes"],
  ["Ventilation satisfactory", "Yes"],
  ["Flue: visual condition", "Pass"],
  ["Flue: termination", "Pass"],
  ["Flue flow test", "Pass"],
  ["Spillage test", "Pass"],
  ["Appliance: visual check", "Pass"],
  ["Serviced", "Yes"],
  ["Defect found", "No"],
  ["Safe to use", "Yes"],
] as const;

const pipeworkAnswers = [
  ["Visual inspection of the pipework", "Pass"],
  ["Tightness test", "Pass"],
  ["Emergency control accessible", "Yes"],
  ["Equipotential bonding satisfactory", "Yes"],
] as const;

const alarmAnswers = [
  ["CO alarm fitted", "Yes"],
  ["CO alarm in date", "Yes"],
  ["CO alarm test", "Pass"],
  ["Smoke alarm fitted", "Yes"],
  ["Smoke alarm test", "Pass"],
] as const;

/** Runs in the page. */
function isControlled(): boolean {
  return navigator.serviceWorker.controller !== null;
}

/** Runs in the page: says what is wider than the screen, and which choices have an empty space below them. */
export function findLayoutFaults(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`The page is ${scrollWidth} pixels wide`] : [];
  for (const group of document.querySelectorAll("fieldset")) {
    const end = group.lastElementChild?.getBoundingClientRect().bottom ?? 0;
    const space = (group.parentElement?.getBoundingClientRect().bottom ?? 0) - end;
    // An empty place for messages may follow the group.
    if (group.checkVisibility() && space > 12)
      faults.push(`${space} pixels are empty below ${group.textContent}`);
  }
  return faults;
}

/** Runs in the page: tells it that it is hidden. Returns whether it has stored its screen; if not, it is shown again. */
function hideApp(): boolean {
  scrollTo(0, 0);
  Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
  if (localStorage.getItem("fieldfare.screen") !== null) return true;
  Reflect.deleteProperty(document, "visibilityState");
  document.dispatchEvent(new Event("visibilitychange"));
  return false;
}

/** Runs in the page, once `readStoredRows` is defined: the drafts of the engineer as JSON. */
async function readDrafts(): Promise<string> {
  return JSON.stringify(await readStoredRows("draft"));
}
