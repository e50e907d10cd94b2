import { type Device, type ImageRow, readDraftPhotos } from "@fieldfare/device";
import type { FormSession } from "@fieldfare/forms";
import { expect, it, vi } from "vitest";
import { restorePhotos } from "./opening.ts";

vi.mock("@fieldfare/device", async (importOriginal) => {
  const device = await importOriginal<object>();
  return { ...device, readDraftPhotos: vi.fn<typeof readDraftPhotos>() };
});

const entry = { jobId: "job", customFormId: "form" };
const place = { answers: {}, page: null, panel: null };

/** Returns the photos that are added to the question of the saved camera. */
async function restore(photos: readonly object[], draft: object) {
  vi.mocked(readDraftPhotos).mockResolvedValue(photos as ImageRow[]);
  const session = { restorePhotos: vi.fn<FormSession["restorePhotos"]>() };
  const form = { entry, draft: { ...place, ...draft } };
  await restorePhotos({} as Device, form as never, session as never);
  return session.restorePhotos.mock.calls.flat(2);
}

const photos = [
  { imageId: "cleared", openingId: "first" },
  { imageId: "taken", openingId: "second" },
];

it("A photo returns to the question for which it was taken, and no other photo does", async () => {
  const camera = ["checks", 1, "photos"];
  expect(await restore(photos, { camera, openingId: "second" })).toEqual(["taken"]);
  expect(await restore(photos, { camera, openingId: "third" })).toEqual([]);
});

it("A photo of an earlier version of the app returns to the camera of a draft of that version", async () => {
  expect(await restore([{ imageId: "taken" }], { camera: ["photos"] })).toEqual(["taken"]);
});
