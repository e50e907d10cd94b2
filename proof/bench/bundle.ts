import { join } from "node:path";
import { build, type Plugin } from "vite";

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

const engineerApp = join(import.meta.dirname, "../../apps/engineer");

/** Where rows are sealed before they are stored. */
const sealingPlace = "if (!plan || !codec || !isRecord(row) || isSealed(row)) return row;";

/** The page stores its rows as they are. What the service worker has sealed is opened all the same. */
const withoutSealing: Plugin = {
  name: "without-sealing",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/packages/device/src/database/sealing.ts")) return null;
    if (!code.includes(sealingPlace)) throw new Error("Rows are sealed at another place");
    return code.replace(sealingPlace, "if (isRecord(row)) return row;");
  },
};

/** Builds the app of the engineers into `folder`, as it would be if it stored its rows as they are. */
export async function buildUnsealedApp(folder: string): Promise<void> {
  await build({
    root: engineerApp,
    logLevel: "error",
    plugins: [withoutSealing],
    build: { outDir: folder, emptyOutDir: true },
  });
}
