import { earlyScreenKey } from "@fieldfare/device/early";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin, type Rollup } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { markupKey } from "./src/phone/early-lock.ts";

/**
 * Leaves out the Brotli decompressor: its dictionary would be a quarter of what a phone loads to draw a document. Only
 * WOFF2 fonts need it, and the fonts of our documents are not WOFF2.
 */
const withoutBrotli: Plugin = {
  name: "without-brotli",
  enforce: "pre",
  resolveId: (id) => (id === "brotli/decompress.js" ? "\0without-brotli" : null),
  load: (id) =>
    id === "\0without-brotli"
      ? 'export default () => { throw new Error("Fonts are not compressed"); };'
      : null,
};

/** Large files that a start or a tap waits for, and that not every start needs; without the hash of their names. */
const laterFiles = /^assets\/(?:jobs|engineer-data|fill-form)-/;

/** Files of a start whose functions nearly all run. Of the form library most are never called. */
const compiledWhole = /^assets\/(?:jobs|engineer-data|unlock)-/;

/** The large files of every start on a phone where somebody is signed in. */
const startFiles = /^assets\/(?:main|framework|device|ui|visit)-/;

/**
 * Chromium uses the stored code of a module only if a link with `as="script"` requested its file: with
 * `rel="modulepreload"` it compiles the file again at each start. The comment makes it compile all functions of a file
 * at once, so that the stored code has those that run after the file was evaluated.
 */
const storeCompiledCode: Plugin = {
  name: "store-compiled-code",
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      const changed = code.replace('? "modulepreload"', '? "preload"');
      if (changed === code) this.error("Vite's helper names the relation in another way");
      return changed;
    },
  },
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (
          file.type === "chunk" &&
          [startFiles, compiledWhole].some((each) => each.test(file.fileName))
        )
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
};

/**
 * Requests the files of the start with the page. Its styles are listed in the page. Its scripts are requested by a
 * script of a few lines that runs before the page is drawn: Chromium does not use the links of the page itself for modules.
 * A first visit does not request what only an installed phone with an engineer needs, and on such a phone IndexedDB is opened at once:
 * the browser needs time for it, which passes while the code is loading. Where a lock or a screen is stored, a script
 * draws it (`src/app/early-start.ts`).
 */
function requestStartFiles(): Plugin {
  let requests = "";
  return {
    name: "request-start-files",
    generateBundle: {
      order: "pre",
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const start = findStartChunks(chunks).map(({ fileName }) => fileName);
        const needed = chunks
          .filter(({ name }) => name === "engineer-data" || name === "unlock")
          .flatMap(({ fileName, imports }) => [fileName, ...imports]);
        const installed = [...new Set(needed)].filter((fileName) => !start.includes(fileName));
        const early = this.emitFile({
          type: "asset",
          name: "early-start.js",
          source: await bundleScript("src/app/early-start.ts"),
        });
        const reference = this.emitFile({
          type: "asset",
          name: "requests.js",
          source: `try{if(navigator.serviceWorker?.controller)indexedDB.databases?.().catch(()=>{});if(localStorage["${markupKey}"]||localStorage["${earlyScreenKey}"])document.head.append(Object.assign(document.createElement("script"),{src:"/${this.getFileName(early)}",async:false}))}catch{}
for(const file of ${listNames(start)}.concat(navigator.serviceWorker?.controller?${listNames(installed)}:[]))document.head.append(Object.assign(document.createElement("link"),{rel:"preload",as:"script",crossOrigin:"",href:"/assets/"+file+".js"}))
`,
        });
        requests = this.getFileName(reference);
      },
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        // The early screen needs those of a visit at once.
        const styles = [
          ...findStartChunks(chunks),
          ...chunks.filter(({ name }) => name === "visit"),
        ]
          .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
          .map((fileName) => `/${fileName}`)
          .filter((href) => !html.includes(href));
        return [
          ...(requests === ""
            ? []
            : [
                {
                  tag: "script",
                  attrs: { src: `/${requests}` },
                  injectTo: "head-prepend" as const,
                },
              ]),
          ...styles.map((href) => ({
            tag: "link",
            attrs: { rel: "stylesheet", href, crossorigin: true },
            injectTo: "head" as const,
          })),
        ];
      },
    },
  };
}

/** Returns a file with what it imports, as a script that is no module. */
async function bundleScript(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: file, output: { format: "iife" } },
    },
  });
  const [output] = Array.isArray(built) ? built : "output" in built ? [built] : [];
  if (!output?.output[0].code) throw new Error(`${file} gives no script`);
  return output.output[0].code;
}

/** Writes the files as an array of their names without folder and ending. */
function listNames(fileNames: readonly string[]): string {
  return JSON.stringify(fileNames.map((file) => file.replace(/^assets\/(.*)\.js$/, "$1")));
}

/** The app's main file and those that it imports: every start needs them. */
function findStartChunks<C extends Rollup.OutputChunk>(chunks: readonly C[]): readonly C[] {
  const main = chunks.find((chunk) => chunk.facadeModuleId?.endsWith("/app/main.tsx"));
  return chunks.filter((chunk) => chunk === main || main?.imports.includes(chunk.fileName));
}

/** A classic worker has no links to add before an import, and no `import.meta`, which Vite's helper for it needs. */
const importWithoutLinks: Plugin = {
  name: "import-without-links",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

export default defineConfig({
  // The builds for the browsers and the React that the app has. The default ones have code for older ones too.
  resolve: {
    alias: [
      { find: /^dexie$/, replacement: "dexie/dist/modern/dexie.mjs" },
      {
        find: "use-sync-external-store/shim/with-selector",
        replacement: "use-sync-external-store/with-selector",
      },
    ],
  },
  plugins: [
    react(),
    requestStartFiles(),
    storeCompiledCode,
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/worker",
      filename: "service-worker.ts",
      // The app registers the worker itself: a new version waits until no unsaved work is open.
      injectRegister: false,
      registerType: "prompt",
      injectManifest: {
        buildPlugins: { vite: [importWithoutLinks] },
        globPatterns: ["**/*.{js,css,html,svg,png,webmanifest,woff2,wasm,ttf}"],
        // The page of another build in this folder, for the office.
        globIgnores: ["form-preview/**"],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
      manifest: {
        id: "/",
        name: "Fieldfare",
        short_name: "Fieldfare",
        description: "Jobs for field engineers, with or without a signal",
        lang: "en-GB",
        start_url: "/",
        scope: "/",
        display: "standalone",
        orientation: "any",
        background_color: "#f1f4f6",
        theme_color: "#2a4259",
        categories: ["business", "productivity"],
        icons: [
          { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
          {
            src: "/icons/maskable-512.png",
            sizes: "512x512",
            type: "image/png",
            purpose: "maskable",
          },
        ],
      },
    }),
  ],
  build: {
    target: "es2022",
    // `requestStartFiles` requests what every start needs. The list of all that each screen imports would add 4 KB to the
    // first script. A file that nothing requests ahead comes from the worker's cache soon enough.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostId, hostType }) =>
        hostType === "js"
          ? dependencies.filter(
              (file) => laterFiles.test(file) || (/\/index-/.test(hostId) && /\/visit-/.test(file)),
            )
          : [],
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The first screens load six files instead of thirty.
          // A group includes everything that its files import: a file that no first screen needs must not match.
          groups: [
            { name: "preload", test: /vite\/preload-helper/ },
            {
              name: "framework",
              test: /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store))\//,
            },
            {
              name: "device",
              test: /\/packages\/device\/src\/(session\/(?!install|forgotten|lock-out-countdown|named-engineer|seal|unlock|data-key|escrow|authenticator|enrol-authenticator|provider|sending-token|sign-in|stored-signature|wrapped-data-key)|api\/(?!history|absence|report-failure|sign-request)|database\/(?!back-up|carry-over|hash-bytes|image-bytes|journal-(?:format|replay)|legacy-|missing-journals|reserved-space|restore-|seal|send-only|server-time|switch-contacts|unsent-work)|polling\/log)|\/packages\/domain\/src\/people\/(?!contact-list|pin|written-permission)/,
            },
            {
              name: "ui",
              test: /\/engineer\/src\/(app\/strings|(app|features\/(jobs|home|unlock))\/[a-z-]+\.module\.css|ui\/long-list\.module\.css|(ui|phone)\/(?!rows|work-strings|tokens|base|signature|choice-field|picker|route-param|long-list|record-card|contact-link|save-file|fetch-all|synchronise|drafts|draft-form|field-group|discard-button|loading-page|refresh|freshness|description-list|document-row|demo|message-names|update|drawn-together|storage-alarm|storage-strings|file-field|authenticator|select-job|open-job|tab-job|job-alerts|job-changes|visit-links|hold-reason|search-in|sending|lost-work|provider|full-storage|leave-if-missing|missing-lists|return-to|step-heading|sync-progress|while-saving|keyboard|second-taps|unlock-strings|home-screen-steps|browser-kind|alerts-height|early-handover|early-screen|keep-early-screen|no-early-lock|waiting-|lock-out-time|times\.))/,
            },
            {
              // All that opens sealed rows, and the state of the outbox, in one file.
              name: "engineer-data",
              test: /\/engineer\/src\/(app\/sync-indicator|phone\/alerts-height)\.tsx?|\/packages\/device\/src\/reading\/outbox-summary|\/packages\/device\/src\/database\/(sealing|seal-codec|stored-rows|unsent-work|journal-format)|\/node_modules\/@noble\/(ciphers\/(aes|_polyval|utils)|hashes\/(sha2|_md|_u64|utils))\.js/,
            },
            {
              // The screen that asks for the PIN, and what opens the lock.
              name: "unlock",
              test: /\/engineer\/src\/features\/unlock\/(?!refusals)|\/engineer\/src\/phone\/early-handover|\/packages\/device\/src\/(session\/(unlock|data-key|seal)\.ts|database\/hash-bytes)/,
            },
            {
              // The code that home and the list of jobs share to show a job, without the list itself, and rows, which the sign-in does not show.
              name: "visit",
              test: /\/engineer\/src\/(ui\/rows|phone\/(open-job|tab-job|visit-links))|\/packages\/device\/src\/reading\/jobs|\/packages\/domain\/src\/job\/(selection|status)/,
            },
            {
              name: "jobs",
              test: /\/engineer\/src\/(ui\/long-list|features\/jobs\/(?!routes|actions))/,
            },
          ],
        },
      },
    },
  },
  worker: { format: "es", plugins: () => [withoutBrotli] },
  server: { proxy: { "/api": "http://127.0.0.1:4600" } },
  preview: { proxy: { "/api": "http://127.0.0.1:4600" } },
});
