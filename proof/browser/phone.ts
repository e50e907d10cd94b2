import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "./chromium.ts";
import type { FaultProxy } from "./fault-proxy.ts";
import { defineReadStoredRows } from "./stored-rows.ts";

/** One engineer's phone: a browser with a profile that survives its process. */
export interface Phone {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The folder of the browser's databases and files. */
  readonly profile: string;
  /** Starts the browser process with the existing profile. */
  start(options?: StartOptions): Promise<void>;
  /** Goes offline for a moment: when the network is back, the app polls and sends what is queued. */
  reconnect(): Promise<void>;
  /** Quits the browser as a user would. */
  quit(): Promise<void>;
  /** Ends the browser process with SIGKILL, so that it writes nothing more. */
  kill(): Promise<void>;
  /** Ends the browser and deletes its profile. */
  remove(): Promise<void>;
}

interface StartOptions {
  /** Starts without a network. */
  readonly offline?: boolean;
}

interface PhoneOptions {
  readonly backgroundSync?: boolean;
  /** The proxy through which it reaches the system. */
  readonly proxy?: Pick<FaultProxy, "hostRule">;
  /** The profile to start with; by default the phone is new. */
  readonly from?: string;
}

/** Starts a phone that is online. Its profile is a temporary folder, at first empty or a copy of `from`. */
export async function startPhone(options: PhoneOptions = {}): Promise<Phone> {
  const profile = await mkdtemp(join(tmpdir(), "fieldfare-phone-"));
  if (options.from) await cp(options.from, profile, { recursive: true });
  const browser = await findChromium();
  const hostRules = options.proxy ? [`--host-resolver-rules=${options.proxy.hostRule}`] : [];
  let context: BrowserContext | undefined;

  const requireContext = () => {
    if (!context) throw new Error("The phone is off");
    return context;
  };
  const start = async ({ offline = false }: StartOptions = {}) => {
    context = await chromium.launchPersistentContext(profile, {
      ...browser,
      args: [...browser.args, ...hostRules],
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      reducedMotion: "reduce",
      locale: "en-GB",
      timezoneId: "Europe/London",
      permissions: options.backgroundSync === false ? [] : ["background-sync"],
      offline,
    });
    context.setDefaultTimeout(30_000);
    await context.addInitScript(defineReadStoredRows);
  };
  const quit = async () => {
    await context?.close();
    context = undefined;
  };
  const kill = async () => {
    const closed = new Promise((resolve) => requireContext().once("close", resolve));
    process.kill(await browserProcess(requireContext()), "SIGKILL");
    await closed;
    context = undefined;
  };
  await start();
  return {
    profile,
    get context() {
      return requireContext();
    },
    get page() {
      const page = requireContext().pages()[0];
      if (!page) throw new Error("The phone has no page open");
      return page;
    },
    start,
    async reconnect() {
      await requireContext().setOffline(true);
      await requireContext().setOffline(false);
    },
    quit,
    kill,
    async remove() {
      await quit();
      // The children of the killed process may still be writing a file.
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function browserProcess(context: BrowserContext): Promise<number> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error("The browser cannot be asked for its process");
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const main = processInfo.find(({ type }) => type === "browser");
  if (!main) throw new Error("The browser does not name its process");
  return main.id;
}
