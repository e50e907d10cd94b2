import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { HomeScreenSteps } from "./home-screen-steps.tsx";

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["Safari on an iPhone", { standalone: false }, {}, "Press Share"],
  ["Chromium", {}, { onbeforeinstallprompt: null }, "Open the menu of the browser<"],
  ["Firefox", {}, {}, "Other browsers cannot install the app"],
])("The steps of %s are its own", (_name, navigator, window, text) => {
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("window", window);
  expect(renderToStaticMarkup(<HomeScreenSteps />)).toContain(text);
});
