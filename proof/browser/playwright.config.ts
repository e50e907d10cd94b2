import { defineConfig } from "@playwright/test";
import { findChromium } from "./chromium.ts";

export default defineConfig({
  projects: [
    { name: "snapshot", testMatch: "**/snapshot.setup.ts" },
    { name: "browser", testMatch: "**/*.spec.ts", dependencies: ["snapshot"] },
  ],
  outputDir: "../.cache/browser",
  // The tests share two cores with the server and the database that they start.
  workers: 1,
  // A file that fails is tried once more with a system and a phone of its own; what passes only then is named at the end.
  retries: 1,
  // A machine under load is slow, not wrong.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    launchOptions: await findChromium(),
    viewport: { width: 390, height: 844 },
    locale: "en-GB",
    timezoneId: "Europe/London",
    permissions: ["background-sync"],
    screenshot: "only-on-failure",
  },
});
