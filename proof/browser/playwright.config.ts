import { defineConfig } from "@playwright/test";
import { findChromium } from "./chromium.ts";

export default defineConfig({
  projects: [
    { name: "snapshot", testMatch: "**/snapshot.setup.ts" },
    { name: "browser", testMatch: "**/*.spec.ts", dependencies: ["snapshot"] },
  ],
  outputDir: "../.cache/browser",
  // Each file has its own system and phone, and waits more than it computes.
  workers: 2,
  // A file that fails is tried once more with a new system and phone; a test that passes only then is listed at the
  // end.
  retries: 1,
  // The timeouts are long, so that a busy machine does not fail a test.
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
