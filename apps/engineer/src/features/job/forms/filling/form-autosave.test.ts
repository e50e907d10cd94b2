import type { Device, FormDraft } from "@fieldfare/device";
import {
  aFakeServer,
  aSignedInPhone,
  type SignedInPhone,
  signInOther,
} from "@fieldfare/device/testing";
import type { FormBundle } from "@fieldfare/forms";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFormAutosave } from "./form-autosave.ts";

vi.mock("../../../../ui/toast.tsx", () => ({ showToast: vi.fn<() => void>() }));

const jobId = "0190a000-0000-7000-8000-0000000000a1";
const draft = (answer: string): FormDraft => ({
  answers: { answer },
  page: null,
  panel: null,
  camera: null,
});

let phone: SignedInPhone;
beforeEach(async () => {
  phone = await aSignedInPhone(aFakeServer());
});
afterEach(() => phone.kill());

const open = (device: Device) =>
  createFormAutosave(device, {
    jobId,
    customFormId: "form",
    bundle: {} as FormBundle,
    isBegun: true,
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
