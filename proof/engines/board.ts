import { expect } from "@playwright/test";
import type { Engine, Point } from "./engine.ts";

/** Where a visit can be taken, and where the row of another engineer is at the same time of day. */
interface Places {
  readonly bar: Point;
  readonly row: Point;
}

/**
 * Works with the board of the office by selectors. The search by roles of the engineers' walk computes the accessible name of
 * every element at each look, which takes seconds on a board in Firefox.
 */
export function createBoard(engine: Engine) {
  const waits = async <Args extends readonly unknown[]>(
    message: string,
    isSo: (...args: Args) => boolean,
    ...args: Args
  ) => {
    await expect
      .poll(() => engine.run(isSo, ...args).catch(() => false), {
        message,
        timeout: 30_000,
        intervals: [50, 100, 200],
      })
      .toBe(true);
  };
  const tap = async (selector: string) => {
    await waits(selector, isThere, selector);
    const place = await engine.run(middleOf, selector);
    if (!place) throw new Error(`${selector} is gone`);
    await engine.drag([place]);
  };
  return {
    waits,
    tap,
    async signIn(url: string, email: string, password: string) {
      await engine.open(`${url}/office`);
      await waits("the sign-in", isThere, "input[type=password]");
      await engine.run(focus, "form input:not([type=password])");
      await engine.run(clear);
      await engine.type(email);
      await engine.run(focus, "input[type=password]");
      await engine.type(`${password}${enter}`);
      await waits("the board is live", isLive);
    },
    /** Waits until the engineer has a visit of this reference on the board. */
    sees: (engineer: string, reference: string) =>
      waits(`${reference} of ${engineer}`, hasVisit, engineer, reference),
    /** Waits for a dialog with a text. */
    seesDialog: (text: string) => waits(`a dialog with ${text}`, hasDialog, text),
    noDialog: () =>
      waits("no dialog", (selector: string) => !document.querySelector(selector), dialog),
    /** Chooses from a list of the dialog. The engines draw open lists outside of the page, where a test cannot tap. */
    choose: (label: string, option: string) => waits(`${label}: ${option}`, pick, label, option),
    /** Presses a button of the dialog with the mouse, once the dialog stands still. */
    async confirm(label: string) {
      let place: Point | null = null;
      await expect
        .poll(async () => (place = await engine.run(findButton, label)), { message: label })
        .not.toBeNull();
      if (place) await engine.drag([place]);
    },
    /** Presses a button of the dialog without mouse and keyboard. */
    press: (label: string) => waits(label, clickButton, label),
    /**
     * Takes a visit with the mouse and moves it to the row of another engineer. Firefox without a screen begins and follows the
     * drag, and does not hand the release of the button on to it: the drop is dispatched where the mouse is. The drag does not
     * end for the browser, so that mouse and keyboard do nothing in this page any more.
     */
    async drag(reference: string, engineer: string) {
      const places = await engine.run(findPlaces, reference, engineer);
      if (!places) throw new Error(`${reference} and ${engineer} are not both on the board`);
      const { bar, row } = places;
      const middle = { x: (bar.x + row.x) / 2, y: (bar.y + row.y) / 2 };
      const begin = { x: bar.x + 8, y: bar.y + 4 };
      await engine.run(noteDrags);
      await engine.drag([bar, begin, { x: bar.x + 16, y: bar.y + 8 }, middle, row]);
      await waits("the drag follows the mouse", hasDragged);
      await engine.run(drop, row, "application/x-fieldfare-job");
    },
  };
}

/** The code of the key in the WebDriver standard. */
const enter = "\uE007";
const dialog = "[role=dialog]";

declare global {
  /** The events of a drag since `noteDrags`. */
  var drags: string[] | undefined;
}

// All of these run in the page.

function isThere(selector: string): boolean {
  return document.querySelector(selector)?.checkVisibility() ?? false;
}

function middleOf(selector: string): Point | null {
  const element = document.querySelector(selector);
  element?.scrollIntoView({ block: "center", behavior: "instant" });
  const box = element?.getBoundingClientRect();
  return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

function clear(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement) activeElement.select();
}

function isLive(): boolean {
  const isBoard = document.querySelector("[role=grid] [data-visit]") !== null;
  return isBoard && (document.querySelector("main")?.textContent.includes("● Live") ?? false);
}

function hasVisit(engineer: string, reference: string): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const row = rows.find((each) => each.textContent.includes(engineer));
  return row?.querySelector(`[data-visit][aria-label*="${reference}"]`) instanceof HTMLElement;
}

function hasDialog(text: string): boolean {
  return document.querySelector("[role=dialog]")?.textContent.includes(text) ?? false;
}

function pick(label: string, option: string): boolean {
  const labels = [...document.querySelectorAll("[role=dialog] label")];
  const id = labels.find((each) => each.textContent.trim() === label)?.getAttribute("for") ?? "";
  const list = document.getElementById(id);
  if (!(list instanceof HTMLSelectElement)) return false;
  const found = [...list.options].find((each) => each.label.startsWith(option));
  if (!found) return false;
  list.value = found.value;
  list.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

function findButton(label: string): Point | null {
  const buttons = [...document.querySelectorAll<HTMLElement>("[role=dialog] button")];
  const button = buttons.find((each) => each.textContent.trim() === label);
  if (!button || document.getAnimations().length > 0) return null;
  const box = button.getBoundingClientRect();
  const place = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  return button.contains(document.elementFromPoint(place.x, place.y)) ? place : null;
}

function clickButton(label: string): boolean {
  const buttons = [...document.querySelectorAll<HTMLElement>("[role=dialog] button")];
  const button = buttons.find((each) => each.textContent.trim() === label);
  button?.click();
  return button !== undefined;
}

function findPlaces(reference: string, engineer: string): Places | null {
  const bar = document.querySelector(`[role=grid] [data-visit][aria-label*="${reference}"]`);
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const row = rows.find((each) => each.textContent.includes(engineer));
  const from = bar?.getBoundingClientRect();
  const to = row?.querySelector("[role=gridcell]")?.getBoundingClientRect();
  if (!from || !to) return null;
  return {
    bar: { x: from.left + from.width / 2, y: from.top + from.height / 2 },
    row: { x: from.left + from.width / 2, y: to.top + to.height / 2 },
  };
}

function noteDrags(): void {
  globalThis.drags = [];
  for (const type of ["dragstart", "dragover"])
    document.addEventListener(type, () => globalThis.drags?.push(type), true);
}

function hasDragged(): boolean {
  return ["dragstart", "dragover"].every((type) => globalThis.drags?.includes(type));
}

function drop({ x, y }: Point, type: string): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData(type, "job");
  const at = { clientX: x, clientY: y, bubbles: true, cancelable: true, dataTransfer };
  document.elementFromPoint(x, y)?.dispatchEvent(new DragEvent("drop", at));
}
