// Serves the page that shows every component of `src/ui` in the three themes: `npm run catalogue`.
import { join } from "node:path";
import { repository, runTool } from "./tools.ts";

const port = process.env["PORT"] ?? "4650";

console.log(`\nComponent catalogue: http://127.0.0.1:${port}/catalogue.html\n`);
const { code } = await runTool("vite", ["--host", "127.0.0.1", "--port", port, "--strictPort"], {
  folder: join(repository, "apps/engineer"),
});
process.exitCode = code;
