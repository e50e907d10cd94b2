import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect } from "@playwright/test";
import type * as Library from "@testing-library/dom";
import type { Engine, Point } from "./engine.ts";

/** What a person sees: something with a role, a field with a label, a text. Texts that are no pattern are whole. */
type Sight =
  | { readonly role: string; readonly name?: string | RegExp; readonly level?: number }
  | { readonly label: string | RegExp }
  | { readonly text: string | RegExp };

/** Each one is looked for inside of the one before. */
export type Path = readonly [Sight, ...Sight[]];

declare global {
  /** Set in the page by the library `@testing-library/dom`. */
  var TestingLibraryDom: typeof Library | undefined;
  /** Whether what the hand looked at last was tapped after that. */
  var isTapped: boolean | undefined;
  /** Ends the watch for that tap. */
  var stopWatching: (() => void) | undefined;
}

interface Found {
  readonly count: number;
  /** Where the first one can be tapped; null while it is disabled, covered or moving. */
  readonly place: Point | null;
  readonly value: string | null;
  readonly isChecked: boolean;
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

const library = createRequire(import.meta.url)
  .resolve("@testing-library/dom")
  .replace(/index\.js$/, "@testing-library/dom.umd.min.js");

/** Works with a page as a person does: by roles, names and texts, with the mouse and the keyboard. */
export function createHand(engine: Engine) {
  const find = async (path: Path): Promise<Found | null> => {
    const text = JSON.stringify(path, (_key, value: unknown) =>
      value instanceof RegExp ? { source: value.source, flags: value.flags } : value,
    );
    for (;;) {
      const found = await engine.run(look, text);
      if (found !== "no-library") return found;
      await engine.load(await readFile(library, "utf8"));
    }
  };
  /** Waits for the first of them. */
  const waitFor = async (
    path: Path,
    isReady: (found: Found) => boolean = () => true,
  ): Promise<Found> => {
    let found: Found | null = null;
    await expect
      .poll(
        async () => {
          // A page that is just being replaced has no answer.
          found = await find(path).catch(() => null);
          return found !== null && isReady(found);
        },
        { message: describe(path), timeout: 30_000, intervals: [30, 60, 120] },
      )
      .toBe(true);
    if (!found) throw new Error(`${describe(path)} is not on the screen`);
    return found;
  };
  /** Taps, and again if the screen moved between the look and the tap, as a person would. */
  const tap = async (...path: Path) => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { place } = await waitFor(path, (found) => found.place !== null);
      if (place) await engine.drag([place]);
      // A page that the tap has replaced has no answer.
      if (await engine.run(wasTapped).catch(() => true)) return;
    }
    throw new Error(`${describe(path)} cannot be tapped`);
  };
  const write = async (path: Path, text: string) => {
    await tap(...path);
    await engine.run(selectFocused);
    await engine.type(text);
    await waitFor(path, ({ value }) => value === text);
  };
  return {
    tap,
    write,
    sees: async (...path: Path) => void (await waitFor(path)),
    seesValue: async (path: Path, text: string) =>
      void (await waitFor(path, ({ value }) => value === text)),
    seesNo: async (...path: Path) => {
      await expect
        .poll(async () => (await find(path))?.count ?? 0, { message: describe(path) })
        .toBe(0);
    },
    isSeen: async (...path: Path) => (await find(path)) !== null,
    /** Taps a choice until it is chosen. */
    choose: async (...path: Path) => {
      await tap(...path);
      await waitFor(path, ({ isChecked }) => isChecked);
    },
    /** Chooses from a list. The engines draw open lists outside of the page, where a test cannot tap. */
    async pick(label: string, option: string) {
      await waitFor([{ label }]);
      await expect
        .poll(() => engine.run(pickOption, label, option), { message: `${label}: ${option}` })
        .toBe(true);
    },
    /** Signs on the pad of that name. */
    async sign(pad: string) {
      const { box } = await waitFor(
        [{ role: "img", name: new RegExp(`^${escapePattern(pad)}: `) }],
        ({ place }) => place !== null,
      );
      const points = Array.from({ length: 13 }, (_, step) => ({
        x: box.x + box.width * (0.15 + step * 0.055),
        y: box.y + box.height * (0.5 + 0.25 * Math.sin(step)),
      }));
      await engine.drag(points);
      await waitFor([{ role: "img", name: `${pad}: Signed.` }]);
    },
    /** Takes a photo of this size: the file field gets it instead of the camera. */
    async photograph(folder: string, width: number, height: number) {
      await waitFor([{ role: "button", name: /^Take photos$/ }]);
      const path = `${folder}/photo.jpg`;
      const base64 = await engine.run(drawPhoto, width, height);
      await writeFile(path, Buffer.from(base64, "base64"));
      await engine.chooseFiles([path]);
    },
  };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function describe(path: Path): string {
  const part = (sight: Sight) =>
    "role" in sight
      ? `${sight.role} ${String(sight.name ?? "")}`
      : "label" in sight
        ? `field ${String(sight.label)}`
        : `text ${String(sight.text)}`;
  return path.map(part).join(" > ");
}

/** Runs in the page. Scrolls to the first element of the path. */
async function look(text: string): Promise<Found | null | "no-library"> {
  const library = globalThis.TestingLibraryDom;
  if (!library) return "no-library";
  const path = JSON.parse(text, (_key, value: { source?: string; flags?: string } | null) =>
    value?.source === undefined ? value : new RegExp(value.source, value.flags),
  ) as Sight[];
  const listVisible = () => {
    let elements: HTMLElement[] = [document.body];
    for (const sight of path)
      elements = elements.flatMap((within) => {
        if ("role" in sight) {
          const { role, name, level } = sight;
          return library.queryAllByRole(within, role, {
            ...(name !== undefined && { name }),
            ...(level !== undefined && { level }),
          });
        }
        if ("label" in sight) return library.queryAllByLabelText(within, sight.label);
        return library.queryAllByText(within, sight.text);
      });
    return elements.filter((each) => each.checkVisibility());
  };
  const visible = listVisible();
  // A modal dialog covers the same control of the page below.
  const [element = null] = visible.filter(
    (each) => each.closest("dialog") ?? !document.querySelector("dialog:modal"),
  );
  if (!element) return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const measure = () => element.getBoundingClientRect();
  const before = measure();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { left, top, width, height } = measure();
  const place = { x: left + width / 2, y: top + height / 2 };
  const hit = document.elementFromPoint(place.x, place.y);
  const isHit = element.contains(hit) || (hit?.closest("label")?.contains(element) ?? false);
  const isDisabled =
    element.matches(":disabled") || element.getAttribute("aria-disabled") === "true";
  const canBeTapped = isHit && !isDisabled && before.top === top && before.left === left;
  globalThis.isTapped = false;
  globalThis.stopWatching?.();
  const watch = ({ target }: Event) => {
    // The app may have put another one in its place since, as the lock of the app in that of the lock before it.
    const isSame = (each: HTMLElement) => target instanceof Node && each.contains(target);
    if (isSame(element) || listVisible().some(isSame)) globalThis.isTapped = true;
  };
  addEventListener("click", watch, { capture: true });
  globalThis.stopWatching = () => removeEventListener("click", watch, { capture: true });
  return {
    count: visible.length,
    place: canBeTapped ? place : null,
    value:
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.value
        : null,
    isChecked: element instanceof HTMLInputElement && element.checked,
    box: { x: left, y: top, width, height },
  };
}

/** Runs in the page. In a new page nothing was looked at. */
async function wasTapped(): Promise<boolean> {
  // WebKit may say that the mouse was released before the page has handled the click.
  if (globalThis.isTapped === false)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return globalThis.isTapped ?? true;
}

/** Runs in the page. */
function selectFocused(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement)
    activeElement.select();
}

/** Runs in the page. Returns false if the list or the option is not there yet. */
function pickOption(label: string, text: string): boolean {
  const lists = globalThis.TestingLibraryDom?.queryAllByLabelText(document.body, label);
  const list = lists?.find((each) => each.checkVisibility());
  if (!(list instanceof HTMLSelectElement)) return false;
  const option = [...list.options].find((each) => each.label === text);
  if (!option) return false;
  list.value = option.value;
  list.dispatchEvent(new Event("input", { bubbles: true }));
  list.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

/** Runs in the page. Returns a JPEG in base64. */
function drawPhoto(width: number, height: number): string {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const ink = canvas.getContext("2d");
  if (!ink) throw new Error("Nothing to draw on");
  for (let line = 0; line < 400; line += 1) {
    ink.fillStyle = `hsl(${(line * 47) % 360} 50% 50%)`;
    ink.fillRect((line * 97) % width, (line * 61) % height, width / 10, height / 10);
  }
  return canvas.toDataURL("image/jpeg", 0.9).replace(/^[^,]*,/, "");
}
