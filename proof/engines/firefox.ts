import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "@fieldfare/contract";
import { fontSettings } from "../browser/chromium.ts";
import { cacheFolder, unpackPackages } from "../debian.ts";
import { actions, type Engine, type WindowSize, windowSize } from "./engine.ts";

/** What only the desktop needs: the browser draws without a screen. */
const without = [
  "adwaita-icon-theme",
  "dbus",
  "dconf-gsettings-backend",
  "debconf",
  "debianutils",
  "default-dbus-session-bus",
  "fontconfig",
  "hicolor-icon-theme",
  "libc6",
  "libcolord2",
  "libcups2",
  "libgtk-3-common",
  "librsvg2-common",
  "libsystemd0",
  "procps",
];

/** The settings of a profile that asks nothing, and reaches nothing but the page's own server. */
const preferences = {
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.reportingpolicy.firstRun": false,
  "intl.accept_languages": "en-GB",
  // The tests depend on no answer of a person.
  "permissions.default.camera": 2,
  "permissions.default.desktop-notification": 2,
  "permissions.default.geo": 2,
};

/** Unpacks Firefox if that was not done before. Throws if it cannot be had. */
export async function prepareFirefox(): Promise<(size?: WindowSize) => Promise<Engine>> {
  const chosen = process.env["FIREFOX_PATH"];
  if (chosen) return (size) => startFirefox(chosen, { size });
  const root = join(cacheFolder, "firefox-1");
  await unpackPackages(
    root,
    { names: ["firefox-esr", "fonts-dejavu-core"], without },
    async (draft) => {
      await writeFile(
        join(draft, "fonts.conf"),
        fontSettings(root, [join(root, "usr/share/fonts")], "DejaVu Sans"),
      );
    },
  );
  const libraries = ["usr/lib/firefox-esr", "usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu"];
  return (size) =>
    startFirefox(join(root, "usr/lib/firefox-esr/firefox-esr"), {
      size,
      env: {
        LD_LIBRARY_PATH: libraries.map((folder) => join(root, folder)).join(":"),
        FONTCONFIG_FILE: join(root, "fonts.conf"),
      },
      readable: `${root}/`,
    });
}

const answer = z.object({
  id: z.nullish(z.number()),
  type: z.string(),
  result: z.optional(z.unknown()),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
});
const created = z.object({ context: z.string() });
const tree = z.object({ contexts: z.array(created) });
const evaluation = z.object({
  result: z.optional(
    z.object({ value: z.optional(z.unknown()), sharedId: z.optional(z.string()) }),
  ),
  exceptionDetails: z.optional(z.object({ text: z.string() })),
});

/** What Firefox says where two addresses are opened at the same time. */
const interrupted = /NS_BINDING_ABORTED|A new navigation interrupted/;

interface FirefoxOptions {
  /** The size of the window; that of a phone otherwise. */
  readonly size?: WindowSize | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder with the fonts, which the sandbox of Firefox may read. */
  readonly readable?: string;
}

/** Speaks WebDriver BiDi with a Firefox process. */
async function startFirefox(
  program: string,
  { size = windowSize, env = {}, readable = "" }: FirefoxOptions,
): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), "fieldfare-firefox-"));
  const profile = join(home, "profile");
  await mkdir(profile);
  const lines = Object.entries({
    ...preferences,
    "security.sandbox.content.read_path_whitelist": readable,
  }).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`);
  await writeFile(join(profile, "user.js"), lines.join(""));

  let running: { browser: ChildProcess; connection: Connection; context: string } | undefined;
  const current = () => {
    if (!running) throw new Error("Firefox is not running");
    return running;
  };
  const send = (method: string, parameters: object) =>
    current().connection.send(method, { ...parameters, context: current().context });

  const call = async (
    functionDeclaration: string,
    args: readonly unknown[] = [],
    { context }: { readonly context: string } = current(),
  ) => {
    const { connection } = current();
    const { exceptionDetails, result } = evaluation.parse(
      await connection.send("script.callFunction", {
        functionDeclaration,
        arguments: args.map((arg) => ({ type: "string", value: JSON.stringify(arg) })),
        target: { context },
        awaitPromise: true,
        userActivation: true,
      }),
    );
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result;
  };

  const start = async () => {
    const browser = spawn(
      program,
      ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
      {
        env: { ...process.env, ...env, HOME: home, TZ: "Europe/London", LANG: "en_GB.UTF-8" },
        stdio: ["ignore", "ignore", "pipe"],
        // Its helpers are in the same group, which is killed as a whole.
        detached: true,
      },
    );
    const address = await readAddress(browser);
    const connection = await connect(`${address}/session`);
    await connection.send("session.new", { capabilities: {} });
    const { contexts } = tree.parse(await connection.send("browsingContext.getTree", {}));
    const [tab] = contexts;
    if (!tab) throw new Error("Firefox has opened no tab");
    running = { browser, connection, context: tab.context };
    await send("browsingContext.setViewport", { viewport: size });
  };
  const kill = async () => {
    if (!running) return;
    const { browser, connection } = running;
    running = undefined;
    connection.close();
    const exited = once(browser, "exit");
    if (browser.pid !== undefined) process.kill(-browser.pid, "SIGKILL");
    await exited;
  };

  await start();
  return {
    name: "Firefox",
    version: async () => String(await readJson("() => navigator.userAgent")),
    open: navigate,
    async openTab(url) {
      const { connection } = current();
      const tab = created.parse(
        await connection.send("browsingContext.create", { type: "tab", background: true }),
      );
      await connection.send("browsingContext.navigate", { ...tab, url, wait: "complete" });
      return {
        run: (script, ...args) => readJson(script.toString(), args, tab) as never,
        close: async () => void (await connection.send("browsingContext.close", tab)),
      };
    },
    run: (script, ...args) => readJson(script.toString(), args) as never,
    load: async (library) => void (await call(`() => {${library}}`)),
    drag: async (points) =>
      void (await send("input.performActions", { actions: actions.drag(points) })),
    type: async (text) =>
      void (await send("input.performActions", { actions: actions.type(text) })),
    async chooseFiles(files) {
      const field = await call(`() => document.querySelector("input[type=file]")`);
      await send("input.setFiles", { element: { sharedId: field?.sharedId }, files });
    },
    async capture() {
      const { data } = z
        .object({ data: z.string() })
        .parse(await send("browsingContext.captureScreenshot", { origin: "viewport" }));
      return Buffer.from(data, "base64");
    },
    kill,
    start,
    async remove() {
      await kill();
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };

  async function navigate(url: string): Promise<void> {
    for (;;) {
      try {
        await send("browsingContext.navigate", { url, wait: "complete" });
        return;
      } catch (error) {
        // The page itself was opening another address. It has begun to, so this one is opened after it.
        if (!(error instanceof Error && interrupted.test(error.message))) throw error;
      }
    }
  }

  async function readJson(
    script: string,
    args: readonly unknown[] = [],
    tab: { readonly context: string } = current(),
  ): Promise<unknown> {
    const result = await call(
      `async (...args) => JSON.stringify((await (${script})(...args.map((arg) => JSON.parse(arg)))) ?? null)`,
      args,
      tab,
    );
    return JSON.parse(String(result?.value));
  }
}

/** The address that the browser prints once it listens. */
function readAddress(browser: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = "";
  browser.stderr?.on("data", (text: Buffer) => {
    output += text.toString();
    const [, address] = /WebDriver BiDi listening on (\S+)\n/.exec(output) ?? [];
    if (address) resolve(address);
  });
  browser.once("error", reject);
  browser.once("exit", () => reject(new Error(`Firefox did not start:\n${output}`)));
  return promise;
}

interface Connection {
  send(method: string, params: object): Promise<unknown>;
  close(): void;
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, error, message } = answer.parse(JSON.parse(String(data)));
    const asked = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (type === "success") asked?.resolve(result);
    else asked?.reject(new Error(`${error}: ${message}`));
  });
  socket.addEventListener("close", () => {
    for (const asked of waiting.values()) asked.reject(new Error("Firefox has ended"));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error("Firefox cannot be reached")), {
      once: true,
    });
  });
  return {
    send(method, params) {
      lastId += 1;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(lastId, asked);
      socket.send(JSON.stringify({ id: lastId, method, params }));
      return asked.promise;
    },
    close: () => socket.close(),
  };
}
