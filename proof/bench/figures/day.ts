import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import {
  type CountingProxy,
  type Exchange,
  startCountingProxy,
} from "../../browser/counting-proxy.ts";
import { createEngineer, type Engineer } from "../../browser/engineer.ts";
import { createPhoto, type ImageFile } from "../../browser/image-files.ts";
import { openOffice } from "../../browser/office.ts";
import { startPhone } from "../../browser/phone.ts";
import { startSystem } from "../../browser/system.ts";
import { buildApps } from "../app.ts";
import type { Figure } from "../figure.ts";
import type { BenchResources } from "../resources.ts";
import { median } from "../rounds.ts";

const jobs = 10;
const photosOfJob = 4;
/** Jobs with a photo of the office to look at before the visit. */
const jobsWithFile = 3;
/** Minutes in which the app is shown, for each job. */
const pollsOfJob = 12;
/** How often the engineer goes to another app and comes back, for each job. */
const returnsOfJob = 4;
const quietPollLimit = 1024;
/** The name by which the browser knows the server: an address that a browser takes for a secure one. */
const host = "fieldfare.localhost";

export const day: Figure = {
  name: "day",
  ratioOf: `bytes up and down of a start, ${jobs} jobs with ${jobs * photosOfJob} photos, ${jobs * pollsOfJob} minutes in which the app is shown and ${jobs * returnsOfJob} returns to it / the bytes that have to travel`,
  target: 1.2,
  better: "lower",
  async measure(resources) {
    const { phone, sam, line, url, photos } = await openDay(resources);
    const office = await openOffice(url);
    const [image] = photos;
    if (!image) throw new Error("There is no photo");
    const file = await office.upload("Photo of the boiler", image.buffer);
    const addresses = Array.from({ length: jobs }, (_, index) => `${index + 1} Day Street`);
    const raised = await Promise.all(
      addresses.map((address, index) =>
        office.raise(address, {
          // The list is in this order, and only the visible part of it is drawn.
          appointmentDateTime: `2026-01-04T${String(8 + index).padStart(2, "0")}:00:00.000Z`,
          ...(index < jobsWithFile && { attachmentIds: [file.attachmentId] }),
        }),
      ),
    );
    const jobIds = new Set(raised.map(({ jobId }) => jobId));
    await phone.quit();
    line.reset();

    await phone.start();
    // Four photos are chosen at once, which takes long on a machine that has other work.
    phone.context.setDefaultTimeout(120_000);
    await sam.open("/");
    await sam.seesScreen("Home");
    await sam.openJobs();
    const polls: number[] = [];
    for (const [index, address] of addresses.entries()) {
      resources.report(`day: job ${index + 1} of ${jobs}`);
      await work(sam, address, photos);
      for (let count = 0; count < returnsOfJob; count += 1)
        await waitForPoll(line, () => comeBack(phone.page));
      for (let count = 0; count < pollsOfJob; count += 1) {
        const before = line.bytes();
        await waitForPoll(line, () => pollAgain(phone.page));
        polls.push(line.bytes() - before);
      }
    }
    const bytes = line.bytes();
    // A file is fetched once, whatever number of jobs names it.
    const floor = { ...(await readStored(phone.page, jobIds)), files: file.bytes };
    const all = floor.photos + floor.messages + floor.jobs + floor.files;
    return {
      ratio: bytes / all,
      also: [
        {
          what: "a poll that brings nothing, bytes, median",
          value: median(polls),
          limit: quietPollLimit,
          better: "lower",
        },
      ],
      notes: [
        `${kb(bytes)} of ${kb(all)}: photos ${kb(floor.photos)}, messages ${kb(floor.messages)}, new jobs ${kb(floor.jobs)}, files of the office ${kb(floor.files)}`,
        ...listRequests(line.exchanges()),
      ],
    };
  },
};

/** Opens a phone that reaches its own system through a proxy that counts, with the app installed and nothing to do. */
async function openDay(resources: BenchResources) {
  await buildApps();
  const system = await startSystem({ env: { LOCK_AFTER_MINUTES: "never" } });
  resources.atEnd(() => system.remove());
  const line = await startCountingProxy(system.url, host);
  resources.atEnd(() => line.close());
  const phone = await startPhone({ proxy: line });
  resources.atEnd(() => phone.remove());
  const sam = createEngineer(phone, `http://${host}`);
  await sam.install();
  await sam.waitUntilReady();
  await sam.sentAll();
  const photos: ImageFile[] = [];
  for (let count = 0; count < photosOfJob; count += 1)
    photos.push(
      await createPhoto(phone.page, {
        name: `photo ${count}.jpg`,
        width: 1600,
        height: 1200,
        grain: 64,
      }),
    );
  return { phone, sam, line, url: system.url, photos };
}

/** Works one job from the list to its end, and waits until everything is sent. */
async function work(sam: Engineer, address: string, photos: readonly ImageFile[]): Promise<void> {
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.photograph(...photos);
  await sam.button(`Upload ${photos.length} photos`).click();
  await sam.page().getByRole("dialog").waitFor({ state: "hidden" });
  await sam.close("Complete");
  await sam.sentAll();
}

/** Makes the app poll, and waits until the answer has passed. */
async function waitForPoll(line: CountingProxy, trigger: () => Promise<void>): Promise<void> {
  const answered = line.nextAnswer();
  await trigger();
  await answered;
}

/** The app polls at once when the network comes back, as it does each minute. */
function pollAgain(page: Page): Promise<void> {
  return page.evaluate(() => void dispatchEvent(new Event("online")));
}

/** Goes to another app, such as the camera, and comes back. */
function comeBack(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const state of ["hidden", "visible"] as const) {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
      document.dispatchEvent(new Event("visibilitychange"));
    }
  });
}

/** Lists the requests by route, most bytes first. */
function listRequests(exchanges: readonly Exchange[]): string[] {
  const routes = new Map<string, { count: number; up: number; down: number }>();
  for (const { request, status, up, down } of exchanges) {
    const path = request.replace(/\?.*/, "").replaceAll(/[0-9a-f-]{36}/g, ":id");
    const name = `${path} ${status ?? "without an answer"}`;
    const route = routes.get(name) ?? { count: 0, up: 0, down: 0 };
    routes.set(name, { count: route.count + 1, up: route.up + up, down: route.down + down });
  }
  return [...routes]
    .sort(([, a], [, b]) => b.up + b.down - a.up - a.down)
    .map(([name, { count, up, down }]) => `${name}: ${count}, ${kb(up)} up, ${kb(down)} down`);
}

/**
 * Returns the bytes that have to travel for these jobs: the photos as they are stored, the payloads of the
 * messages, and the jobs as gzip.
 */
async function readStored(page: Page, jobIds: ReadonlySet<string>) {
  const stored = await page.evaluate(
    async (ids) => {
      const isOfDay = ({ jobId }: { readonly jobId: string | null }) => ids.includes(jobId ?? "");
      const images = await readStoredRows<{ imageId: string; jobId: string }>("image");
      const bytes = await readStoredRows<{ imageId: string; bytes: ArrayBuffer }>("imageBytes");
      const sent = await readStoredRows<{ payload: unknown; jobId: string | null }>("sentMessage");
      const ofDay = new Set(images.filter(isOfDay).map(({ imageId }) => imageId));
      return {
        images: bytes
          .filter(({ imageId }) => ofDay.has(imageId))
          .map((row) => row.bytes.byteLength),
        payloads: sent.filter(isOfDay).map(({ payload }) => JSON.stringify(payload)),
        jobs: (await readStoredRows<{ jobId: string }>("job")).filter(isOfDay),
      };
    },
    [...jobIds],
  );
  if (stored.images.length < jobs * photosOfJob) throw new Error("Photos are missing");
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    photos: sum(stored.images),
    messages: sum(stored.payloads.map((text) => Buffer.byteLength(text))),
    jobs: gzipSync(JSON.stringify(stored.jobs)).length,
  };
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
