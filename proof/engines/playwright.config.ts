import { defineConfig } from "@playwright/test";

export default defineConfig({
  testMatch: "**/*.spec.ts",
  outputDir: "../.cache/engines",
  // The tests share the cores with the server and the database that they start.
  workers: 1,
  // An engine that fails is tried once more with a new profile; a test that passes only then is listed at the end.
  retries: 1,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
});
