import { join } from "node:path";
import { build } from "vite";

const source = join(import.meta.dirname, "pages");

/** Bundles the bench's pages, with the sources of the device package, into `folder`. */
export async function bundlePages(folder: string): Promise<void> {
  await build({
    root: source,
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
    worker: { format: "es" },
  });
}
