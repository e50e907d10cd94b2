import { defineConfig } from "@playwright/test";
import { findChromium } from "./chromium.ts";

export default defineConfig({
  testMatch: "**/*.spec.ts",
  outputDir: "../.cache/browser",
  // The tests share two cores with the server and the database that they start.
  workers: 1,
  retries: 0,
  timeout: 90_000,
  // A machine under load is slow, not wrong.
  expect: { timeout: 15_000 },
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
