import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "../browser/chromium.ts";
import { bundlePages } from "./bundle.ts";
import { defineReadStoredRows } from "../browser/stored-rows.ts";

/** What the figures share: created at the first request, closed or deleted at the end. */
export interface BenchResources {
  /** How many jobs the larger database of `growth` has. */
  readonly growthJobs: number;
  /** Says what is being done, since a figure may take an hour before it has a result. */
  report(text: string): void;
  /** Creates a folder that is deleted when the bench ends. */
  folder(): Promise<string>;
  /** The folder with the bench's bundled pages. */
  pages(): Promise<string>;
  /** Starts a browser with its own profile on disk. */
  browser(): Promise<Browser>;
  /** Runs `close` at the end, last added first. */
  atEnd(close: () => Promise<unknown>): void;
  /** Creates once what several figures need, by its name. */
  once<Value>(what: string, make: () => Promise<Value>): Promise<Value>;
}

export interface Browser {
  readonly context: BrowserContext;
  open(url: string): Promise<Page>;
  close(): Promise<void>;
}

/**
 * Returns resources of which none exists yet. `close` goes on when one of them cannot be closed, and logs the error.
 */
export function openResources(
  growthJobs: number,
  report: (text: string) => void,
): BenchResources & { close(): Promise<void> } {
  const cleanups: (() => Promise<unknown>)[] = [];
  const created = new Map<string, Promise<unknown>>();
  const resources: BenchResources = {
    growthJobs,
    report,
    async folder() {
      const path = await mkdtemp(join(tmpdir(), "fieldfare-bench-"));
      resources.atEnd(() => rm(path, { recursive: true, force: true }));
      return path;
    },
    pages: () => resources.once("pages", bundle),
    async browser() {
      const profile = await mkdtemp(join(tmpdir(), "fieldfare-profile-"));
      const context = await chromium.launchPersistentContext(profile, {
        ...(await findChromium()),
        viewport: { width: 390, height: 844 },
        locale: "en-GB",
        timezoneId: "Europe/London",
        permissions: ["background-sync"],
      });
      context.setDefaultTimeout(180_000);
      await context.addInitScript(defineReadStoredRows);
      let isOpen = true;
      const close = async () => {
        if (!isOpen) return;
        isOpen = false;
        await context.close();
        await rm(profile, { recursive: true, force: true });
      };
      resources.atEnd(close);
      return {
        context,
        close,
        async open(url) {
          const page = await context.newPage();
          await page.goto(url);
          return page;
        },
      };
    },
    atEnd: (close) => void cleanups.push(close),
    once<Value>(what: string, make: () => Promise<Value>) {
      const value = created.get(what) ?? make();
      created.set(what, value);
      return value as Promise<Value>;
    },
  };
  const bundle = async () => {
    const folder = await resources.folder();
    await bundlePages(folder);
    return folder;
  };
  return {
    ...resources,
    async close() {
      for (const close of cleanups.reverse())
        await close().catch((error: unknown) => console.error(error));
      cleanups.length = 0;
    },
  };
}
