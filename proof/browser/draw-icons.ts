// Draws the engineer app's PNG icons from its SVG: `node proof/browser/draw-icons.ts`. Run it when the bird has
// changed.
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.ts";

const folder = new URL("../../apps/engineer/public/icons/", import.meta.url);
const ground = "#e8edf1";

/** `bird` is the size of the drawing relative to the icon's edge: a mask may cut off all but the middle four fifths. */
const icons = [
  { file: "icon-192.png", edge: 192, bird: 1, ground: "transparent" },
  { file: "icon-512.png", edge: 512, bird: 1, ground: "transparent" },
  { file: "maskable-512.png", edge: 512, bird: 0.8, ground },
  { file: "apple-touch-icon.png", edge: 180, bird: 0.92, ground },
];

const svg = await readFile(new URL("fieldfare.svg", folder), "utf8");
const browser = await chromium.launch(await findChromium());
const page = await browser.newPage();
for (const icon of icons) {
  await page.setViewportSize({ width: icon.edge, height: icon.edge });
  const size = `${icon.bird * 100}%`;
  await page.setContent(
    `<style>html,body{margin:0;height:100%;background:${icon.ground}}body{display:grid;place-items:center}svg{width:${size};height:${size}}</style>${svg}`,
  );
  await writeFile(new URL(icon.file, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();
