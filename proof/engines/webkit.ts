import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "@fieldfare/contract";
import { fontSettings } from "../browser/chromium.ts";
import { cacheFolder, unpackPackages } from "../debian.ts";
import { findFreePort } from "../free-port.ts";
import { actions, type Engine, windowSize } from "./engine.ts";

const names = [
  "fonts-dejavu-core",
  "gir1.2-webkit2-4.1",
  "gjs",
  "libxkbfile1",
  "webkit2gtk-driver",
  "x11-xkb-utils",
  "xkb-data",
  "xvfb",
];

/** Desktop, sound, video, 3D and a sandbox: the pages of the tests use none of them. */
const without = [
  "adwaita-icon-theme",
  "bubblewrap",
  "dbus",
  "dconf-gsettings-backend",
  "debconf",
  "default-dbus-session-bus",
  "dictionaries-common",
  "dpkg",
  "fontconfig",
  "glib-networking",
  "gstreamer1.0-plugins-base",
  "gstreamer1.0-plugins-good",
  "hicolor-icon-theme",
  "hunspell-en-us",
  "iso-codes",
  "libc6",
  "libcolord2",
  "libcups2",
  "libgl1-mesa-dri",
  "libgtk-3-common",
  "libpam-systemd",
  "librsvg2-common",
  "libxaw7",
  "libxt6",
  "perl",
  "perl-base",
  "tar",
  "tzdata",
  "xdg-dbus-proxy",
  "xserver-common",
];

const libraries = "usr/lib/x86_64-linux-gnu";

export interface WebKitOptions {
  /** With the storage that Safari has and WebKitGTK has switched off: persistent storage and private files. */
  readonly likeSafari: boolean;
}

/** Unpacks WebKitGTK with a screen in memory if that was not done before. Throws if they cannot be had. */
export async function prepareWebKit(): Promise<(options: WebKitOptions) => Promise<Engine>> {
  const root = join(cacheFolder, "webkit-1");
  await unpackPackages(root, { names, without }, async (draft) => {
    await makeRelative(join(draft, "usr/bin/Xvfb"), "/usr/bin\0");
    const ownFolder = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1";
    await makeRelative(join(draft, libraries, "libwebkit2gtk-4.1.so.0"), ownFolder);
    await writeFile(
      join(draft, "fonts.conf"),
      fontSettings(root, [join(root, "usr/share/fonts")], "DejaVu Sans"),
    );
  });
  return (options) => startWebKit(root, options);
}

/**
 * Replaces a path that is compiled into a program by one below the folder in which it runs, with the same number of
 * letters: these programs look for their helpers nowhere else.
 */
async function makeRelative(program: string, path: string): Promise<void> {
  const bytes = await readFile(program);
  const rest = path.slice("/usr/".length);
  const relative = Buffer.from("./".padEnd(path.length - rest.length, "/") + rest);
  let found = 0;
  for (let at = bytes.indexOf(path); at >= 0; at = bytes.indexOf(path, at + path.length)) {
    relative.copy(bytes, at);
    found += 1;
  }
  if (found === 0) throw new Error(`${program} does not contain ${path}`);
  await writeFile(program, bytes);
}

const created = z.object({ sessionId: z.string() });
const opened = z.object({ handle: z.string() });
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
const element = z.object({ [elementKey]: z.string() });

/** Speaks WebDriver with the process WebKitWebDriver, which starts the browser. */
async function startWebKit(root: string, { likeSafari }: WebKitOptions): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), "fieldfare-webkit-"));
  const below = (path: string) => join(root, path);
  const typelibs = [`${libraries}/girepository-1.0`, `${libraries}/gjs/girepository-1.0`];
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    PROFILE: join(home, "profile"),
    LIKE_SAFARI: likeSafari ? "on" : "off",
    LANG: "en_GB.UTF-8",
    TZ: "Europe/London",
    LD_LIBRARY_PATH: [libraries, "lib/x86_64-linux-gnu"].map(below).join(":"),
    GI_TYPELIB_PATH: typelibs.map(below).join(":"),
    XDG_DATA_DIRS: below("usr/share"),
    XDG_RUNTIME_DIR: home,
    FONTCONFIG_FILE: below("fonts.conf"),
    GSETTINGS_BACKEND: "memory",
    GIO_USE_VFS: "local",
    NO_AT_BRIDGE: "1",
    LIBGL_ALWAYS_SOFTWARE: "1",
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
  };
  // The paths that `makeRelative` has written begin here.
  const cwd = below("usr");
  const window = join(home, "window");
  const script = fileURLToPath(new URL("webkit-window.js", import.meta.url));
  await writeFile(window, `#!/bin/sh\nexec "${below("usr/bin/gjs-console")}" "${script}"\n`);
  await chmod(window, 0o755);
  const { screen, display } = await startScreen(cwd, env);

  let running: { driver: ChildProcess; url: string } | undefined;
  const send = async (path: string, body?: object, method?: string): Promise<unknown> => {
    if (!running) throw new Error("WebKit is not running");
    return request(`${running.url}${path}`, body, method);
  };
  const execute = (text: string, args: readonly unknown[] = []) =>
    send("/execute/sync", { script: text, args });
  const run: Engine["run"] = async (script, ...args) => {
    const text = `return Promise.resolve((${script.toString()})(...arguments)).then((answer) => JSON.stringify(answer ?? null))`;
    return JSON.parse(String(await execute(text, args))) as never;
  };

  const start = async () => {
    const port = await findFreePort();
    const driver = spawn(
      below("usr/bin/WebKitWebDriver"),
      [`--port=${port}`, "--host=127.0.0.1"],
      // The browser and its helpers are in the same group, which is killed as a whole.
      { cwd, env: { ...env, DISPLAY: display }, stdio: "ignore", detached: true },
    );
    const url = `http://127.0.0.1:${port}/session`;
    const capabilities = {
      alwaysMatch: { "webkitgtk:browserOptions": { binary: window, args: [] } },
    };
    const { sessionId } = created.parse(await requestUntilUp(driver, url, { capabilities }));
    running = { driver, url: `${url}/${sessionId}` };
    await send("/window/rect", windowSize);
  };
  const kill = async () => {
    const group = running?.driver.pid;
    running = undefined;
    if (group === undefined) return;
    process.kill(-group, "SIGKILL");
    while (isAlive(-group)) await setTimeout(20);
  };

  await start();
  return {
    name: "WebKit",
    version: async () => String(await execute("return navigator.userAgent")),
    open: async (url) => void (await send("/url", { url })),
    async openTab(url) {
      const first = z.string().parse(await send("/window"));
      const { handle } = opened.parse(await send("/window/new", { type: "tab" }));
      /** Everything that is sent goes to the chosen tab. */
      const inTab = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
        await send("/window", { handle });
        try {
          return await work();
        } finally {
          await send("/window", { handle: first });
        }
      };
      await inTab(() => send("/url", { url }));
      return {
        run: (script, ...args) => inTab(() => run(script, ...args)),
        close: async () => void (await inTab(() => send("/window", undefined, "DELETE"))),
      };
    },
    run,
    load: async (library) => void (await execute(library)),
    drag: async (points) => void (await send("/actions", { actions: actions.drag(points) })),
    type: async (text) => void (await send("/actions", { actions: actions.type(text) })),
    async chooseFiles(paths) {
      const found = element.parse(
        await send("/element", { using: "css selector", value: "input[type=file]" }),
      );
      await send(`/element/${found[elementKey]}/value`, { text: paths.join("\n") });
    },
    capture: async () => Buffer.from(String(await send("/screenshot")), "base64"),
    kill,
    start,
    async remove() {
      await kill();
      screen.kill("SIGKILL");
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Starts a screen in memory and returns its name. */
async function startScreen(
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ screen: ChildProcess; display: string }> {
  const keyboards = join(cwd, "share/X11/xkb");
  const screen = spawn(
    join(cwd, "bin/Xvfb"),
    // It chooses a free number and writes it to the file descriptor 3.
    ["-displayfd", "3", "-screen", "0", "800x1000x24", "-xkbdir", keyboards, "-nolisten", "tcp"],
    { cwd, env, stdio: ["ignore", "ignore", "pipe", "pipe"] },
  );
  let errors = "";
  screen.stderr?.on("data", (text: Buffer) => (errors += text.toString()));
  const [, , , numbers] = screen.stdio;
  if (!numbers) throw new Error("The screen has no way to say its number");
  const display = await Promise.race([
    once(numbers, "data").then(([text]) => `:${String(text).trim()}`),
    once(screen, "exit").then(() => Promise.reject(new Error(`Xvfb did not start:\n${errors}`))),
  ]);
  return { screen, display };
}

const reply = z.object({ value: z.unknown() });
const failure = z.object({ error: z.string(), message: z.string() });

async function request(
  url: string,
  body?: object,
  method = body ? "POST" : "GET",
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  const { value } = reply.parse(await response.json());
  if (response.ok) return value;
  const { error, message } = failure.parse(value);
  throw new Error(`${error}: ${message}`);
}

/** Asks until the driver listens. */
async function requestUntilUp(driver: ChildProcess, url: string, body: object): Promise<unknown> {
  for (;;) {
    try {
      return await request(url, body);
    } catch (error) {
      const isRefused = error instanceof TypeError;
      if (!isRefused || driver.exitCode !== null) throw error;
      await setTimeout(50);
    }
  }
}

function isAlive(group: number): boolean {
  try {
    process.kill(group, 0);
    return true;
  } catch {
    return false;
  }
}
