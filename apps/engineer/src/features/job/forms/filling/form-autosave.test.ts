import { type Device, type FormDraft, saveJobForm } from "@fieldfare/device";
import {
  aFakeServer,
  aSignedInPhone,
  type SignedInPhone,
  signInOther,
} from "@fieldfare/device/testing";
import type { FormBundle } from "@fieldfare/forms";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFormAutosave } from "./form-autosave.ts";

vi.mock("@fieldfare/device", async (importOriginal) => {
  const device = await importOriginal<object>();
  return { ...device, saveJobForm: vi.fn<typeof saveJobForm>() };
});
vi.mock("../../../../ui/toast.tsx", () => ({ showToast: vi.fn<() => void>() }));

const jobId = "0190a000-0000-7000-8000-0000000000a1";
const draft = (answer: string): FormDraft => ({
  answers: { answer },
  page: null,
  panel: null,
  camera: null,
});

const saved = { ok: true } as Awaited<ReturnType<typeof saveJobForm>>;

let phone: SignedInPhone;
beforeEach(async () => {
  vi.mocked(saveJobForm).mockReset();
  vi.mocked(saveJobForm).mockResolvedValue(saved);
  phone = await aSignedInPhone(aFakeServer());
});
afterEach(() => phone.kill());

const open = (device: Device, isBegun = true) =>
  createFormAutosave(device, {
    jobId,
    customFormId: "form",
    bundle: {} as FormBundle,
    isBegun,
  });

it("The draft never reaches the database of an engineer who signs in while the form is open", async () => {
  const { device } = phone;
  const { database: own } = device;
  const autosave = open(device);
  autosave.saveAnswer(draft("Typed"));
  await autosave.settle();
  const other = await signInOther(device, "0190a000-0000-7000-8000-000000000009");
  autosave.saveAnswer(draft("Typed after the switch"));
  await autosave.saveToJob();
  expect(await other.draft.count()).toBe(0);
  expect(await own.draft.toArray()).toMatchObject([{ values: draft("Typed") }]);
});

it("Answers whose save to the job threw are saved by the next call", async () => {
  const autosave = open(phone.device);
  autosave.saveAnswer(draft("Typed"));
  vi.mocked(saveJobForm).mockRejectedValueOnce(new Error("unknown"));
  expect(await autosave.saveToJob()).toBe(false);
  expect(await autosave.saveToJob()).toBe(true);
  expect(vi.mocked(saveJobForm).mock.calls.map((call) => call[3])).toEqual([
    { answer: "Typed" },
    { answer: "Typed" },
  ]);
});

it("A save to the job during another one resolves with its result, and saves what was answered meanwhile", async () => {
  const autosave = open(phone.device);
  autosave.saveAnswer(draft("First"));
  let second: Promise<boolean> | undefined;
  vi.mocked(saveJobForm).mockImplementationOnce(async () => {
    second = autosave.saveToJob();
    autosave.saveAnswer(draft("Second"));
    return saved;
  });
  vi.mocked(saveJobForm).mockResolvedValueOnce({ ok: false, refusal: "storage-full" });
  expect(await autosave.saveToJob()).toBe(false);
  expect(await second).toBe(false);
  expect(await autosave.saveToJob()).toBe(true);
  expect(vi.mocked(saveJobForm).mock.calls.map((call) => call[3])).toEqual([
    { answer: "First" },
    { answer: "Second" },
    { answer: "Second" },
  ]);
});

it("A form that is not begun has a draft while its camera is open, and none after it was cancelled", async () => {
  const { device } = phone;
  const autosave = open(device, false);
  autosave.savePlace({ ...draft("Known"), camera: ["photos"], openingId: "opening" });
  await autosave.settle();
  expect(await device.database.draft.toArray()).toMatchObject([
    { values: { camera: ["photos"], openingId: "opening" } },
  ]);
  autosave.savePlace(draft("Known"));
  await autosave.settle();
  expect(await device.database.draft.count()).toBe(0);
});
