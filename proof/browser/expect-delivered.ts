import { manifestEntry, z } from "@fieldfare/contract";
import { expect } from "@playwright/test";
import type { Office } from "./office.ts";

/** Waits until the server reports the job as delivered, then checks all messages and images of the job. */
export async function expectDelivered(
  office: Office,
  jobId: string,
  types: readonly string[],
): Promise<void> {
  await expect
    .poll(async () => (await office.job(jobId)).closing, { timeout: 60_000 })
    .toMatchObject({ delivered: true, missingImageIds: [] });
  await expectOnceInOrder(office, jobId, types);
  await expectImages(office, jobId);
}

/**
 * Expects every message of the job's ordering key once, in the order of queueing, each with its receipt. `expected` has
 * the flags that a message may have.
 */
export async function expectOnceInOrder(
  office: Office,
  jobId: string,
  types: readonly string[],
  expected: (flag: string) => boolean = () => false,
): Promise<void> {
  // After a tap the indicator may still say "All sent" for a moment.
  await expect
    .poll(async () => (await office.job(jobId)).messages.map(({ type }) => type))
    .toEqual(types);
  const { messages, refused } = await office.job(jobId);
  expect(messages.map(({ order }) => order?.laneNumber)).toEqual(
    types.map((_, index) => index + 1),
  );
  expect(new Set(messages.map(({ order }) => order?.lane))).toEqual(new Set([jobId]));
  expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(types.length);
  for (const { receivedOn } of messages) expect(Date.parse(receivedOn)).toBeGreaterThan(0);
  expect(messages.flatMap(({ flags }) => flags).filter((flag) => !expected(flag))).toEqual([]);
  expect(refused).toEqual([]);
}

/** Expects every image of the close message's manifest on the server, byte for byte. */
async function expectImages(office: Office, jobId: string): Promise<void> {
  const { messages, images } = await office.job(jobId);
  const closing = messages.find(({ type }) => type === "JobClose" || type === "JobNoAccess");
  const { manifest } = closingPayload.parse(closing?.payload);
  expect(images.map(({ imageId, sha256 }) => ({ imageId, sha256 })).toSorted(byId)).toEqual(
    manifest.toSorted(byId),
  );
  for (const { imageId, sha256 } of manifest) expect(await office.imageHash(imageId)).toBe(sha256);
}

const closingPayload = z.object({ manifest: z.array(manifestEntry) });

function byId(a: { readonly imageId: string }, b: { readonly imageId: string }): number {
  return a.imageId.localeCompare(b.imageId);
}
