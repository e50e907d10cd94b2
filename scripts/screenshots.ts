// Draws the images of the README again: `npm run screenshots`.
import { buildApps } from "./build.ts";
import { heading, repository } from "./tools.ts";

await buildApps();
heading("Screenshots");
// Imported by URL, because the browser tests are type-checked separately.
const { drawScreenshots } = (await import(
  new URL("../proof/browser/screenshots.ts", import.meta.url).href
)) as { drawScreenshots: (folder: string) => Promise<void> };
await drawScreenshots(`${repository}docs/images`);
