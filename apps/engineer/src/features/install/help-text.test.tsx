import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { HelpText } from "./help-text.tsx";

afterEach(() => vi.unstubAllGlobals());

const browsers = [
  ["Safari on an iPhone", { standalone: false }, {}, /Open Settings, then/],
  ["Chromium", {}, { onbeforeinstallprompt: null }, /sign left of the address/],
  ["Firefox", {}, {}, /Firefox on Android: [^<]* until it says Allowed/],
] as const;

it.each(browsers)("The help for %s has its own steps alone", (name, navigator, window) => {
  vi.stubGlobal("navigator", navigator);
  vi.stubGlobal("window", window);
  for (const topic of ["camera", "location"] as const) {
    const text = renderToStaticMarkup(<HelpText topic={topic} />);
    const found = browsers.filter(([, , , its]) => its.test(text)).map(([other]) => other);
    expect(found).toEqual([name]);
  }
});
