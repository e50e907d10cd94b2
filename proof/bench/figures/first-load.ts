import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import type { Figure } from "../figure.ts";
import { openApp } from "../app.ts";

const targetKb = 180;

export const firstLoad: Figure = {
  name: "firstLoad",
  ratioOf: `script until the sign-in screen works, gzip / ${targetKb} KB`,
  target: 1,
  better: "lower",
  async measure(resources) {
    const { url } = await openApp(resources);
    const browser = await resources.browser();
    const page = await browser.context.newPage();
    const scripts: Response[] = [];
    page.on("response", (response) => {
      const isScript = /javascript/.test(response.headers()["content-type"] ?? "");
      if (isScript) scripts.push(response);
    });
    await page.goto(url);
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await page.getByLabel("Username").fill("sam.taylor@fieldfare.example");
    const until = scripts.splice(0);
    const sizes = await Promise.all(
      until.map(async (script) => ({
        name: new URL(script.url()).pathname.replace("/assets/", ""),
        kb: gzipSync(await script.body()).length / 1_000,
      })),
    );
    await browser.close();
    const kb = sizes.reduce((sum, size) => sum + size.kb, 0);
    const largest = sizes.sort((a, b) => b.kb - a.kb).slice(0, 4);
    return {
      ratio: kb / targetKb,
      notes: [
        `${kb.toFixed(1)} KB in ${sizes.length} scripts; the largest: ` +
          largest.map((size) => `${size.name} ${size.kb.toFixed(0)}`).join(", "),
      ],
    };
  },
};
