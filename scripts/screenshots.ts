// Draws the pictures of the README anew: `npm run screenshots`.
import { buildApps } from "./build.ts";
import { heading, repository } from "./tools.ts";

await buildApps();
heading("Screenshots");
// By its address: the browser tests have types of their own.
const { drawScreenshots } = (await import(
  new URL("../proof/browser/screenshots.ts", import.meta.url).href
)) as { drawScreenshots: (folder: string) => Promise<void> };
await drawScreenshots(`${repository}docs/images`);
