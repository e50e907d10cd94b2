import { z } from "@fieldfare/contract";
import { readDraft } from "@fieldfare/device";
import {
  aFakeServer,
  aSignedInPhone,
  openNodeDevice,
  signInOther,
} from "@fieldfare/device/testing";
import { describe, expect, it, test, vi } from "vitest";
import { showToast } from "../ui/toast.tsx";
import { type AnswersSchema, createDraftAutosave, parseAnswers } from "./drafts.ts";

vi.mock("../ui/toast.tsx", () => ({ showToast: vi.fn<() => void>() }));

interface Answers {
  readonly description: string;
  readonly isPublic: boolean | null;
}

const schema: AnswersSchema<Answers> = z.object({
  description: z.string(),
  isPublic: z.nullable(z.boolean()),
});

const original: Answers = { description: "As saved", isPublic: true };

test("a stored draft replaces the saved answers, also where it was emptied", () => {
  expect(parseAnswers(schema, { description: "", isPublic: null }, original)).toEqual({
    description: "",
    isPublic: null,
  });
});

test("without a draft the answers are those that were saved", () => {
  for (const nothing of [undefined, null, "text"])
    expect(parseAnswers(schema, nothing, original)).toEqual(original);
});

test("the draft of another version keeps every field that is still valid", () => {
  expect(parseAnswers(schema, { description: "Typed" }, original)).toEqual({
    description: "Typed",
    isPublic: true,
  });
  expect(parseAnswers(schema, { description: "Typed", isPublic: "yes" }, original)).toEqual({
    description: "Typed",
    isPublic: true,
  });
  expect(parseAnswers(schema, { description: "Typed", isPublic: null, old: 1 }, original)).toEqual({
    description: "Typed",
    isPublic: null,
  });
});

test("a malformed value is reported by its name, and only a stored one", () => {
  const readMalformed = (saved: unknown) => {
    const names: string[] = [];
    parseAnswers(schema, saved, original, (name) => names.push(name));
    return names;
  };
  expect(readMalformed(undefined)).toEqual([]);
  expect(readMalformed({ description: "Typed" })).toEqual([]);
  expect(readMalformed({ description: 1, isPublic: "yes" })).toEqual(["description", "isPublic"]);
  expect(readMalformed("text")).toEqual(["draft"]);
});

test("a draft that does not fit on the phone is tried again before the screen is left, and says why", async () => {
  let isFull = false;
  const phone = await aSignedInPhone(aFakeServer(), {
    at(point, needsSpace) {
      if (point === "write" && needsSpace && isFull)
        throw new DOMException("The device is full", "QuotaExceededError");
    },
  });
  const { device } = phone;
  const draft = createDraftAutosave(device, "0190a000-0000-7000-8000-0000000000a1", "outcome");
  isFull = true;
  draft.save({ outcomeId: 1 });
  expect(await draft.settle()).toBe(false);
  const text = "The storage of this phone is full. Free some space and try again.";
  expect(vi.mocked(showToast)).toHaveBeenLastCalledWith(expect.objectContaining({ text }));
  isFull = false;
  expect(await draft.settle()).toBe(true);
  expect(await device.database.draft.toArray()).toMatchObject([{ values: { outcomeId: 1 } }]);
  phone.kill();
});

describe("A screen that is open in two tabs", () => {
  const jobId = "0190a000-0000-7000-8000-0000000000a1";
  const blank = { description: "", isPublic: null };
  const text = "You had typed something else here in another tab. What you typed last is saved.";

  const openTabs = async () => {
    vi.mocked(showToast).mockClear();
    const fakeServer = aFakeServer();
    const phone = await aSignedInPhone(fakeServer);
    const tab = await openNodeDevice({ disk: phone.disk, fetch: fakeServer.fetch });
    const drafts = [phone, tab].map(({ device }) => createDraftAutosave(device, jobId, "note"));
    for (const draft of drafts) draft.opened(blank, undefined);
    return {
      type: async (number: 0 | 1, values: Answers) => {
        drafts[number]?.save(values);
        await drafts[number]?.settle();
      },
      read: () => readDraft(phone.device, jobId, "note"),
      close: () => [phone, tab].forEach((one) => one.kill()),
    };
  };

  it("keeps the text of the first tab when something else is changed in the second", async () => {
    const tabs = await openTabs();
    await tabs.type(0, { description: "Boiler leaks", isPublic: null });
    await tabs.type(1, { description: "", isPublic: true });
    expect(await tabs.read()).toEqual({ description: "Boiler leaks", isPublic: true });
    await tabs.type(1, { description: "", isPublic: false });
    expect(await tabs.read()).toEqual({ description: "Boiler leaks", isPublic: false });
    expect(vi.mocked(showToast)).not.toHaveBeenCalled();
    tabs.close();
  });

  it("keeps what was typed last where both have text, and says so", async () => {
    const tabs = await openTabs();
    await tabs.type(0, { description: "Boiler leaks", isPublic: true });
    await tabs.type(1, { description: "R", isPublic: null });
    expect(await tabs.read()).toEqual({ description: "R", isPublic: true });
    expect(vi.mocked(showToast)).toHaveBeenLastCalledWith(expect.objectContaining({ text }));
    await tabs.type(1, { description: "Radiator", isPublic: null });
    expect(vi.mocked(showToast)).toHaveBeenCalledTimes(1);
    await tabs.type(0, { description: "Boiler leaks.", isPublic: true });
    expect(await tabs.read()).toEqual({ description: "Boiler leaks.", isPublic: true });
    expect(vi.mocked(showToast)).toHaveBeenCalledTimes(2);
    tabs.close();
  });
});

test("a draft never reaches the database of an engineer who signs in while the screen is open", async () => {
  const phone = await aSignedInPhone(aFakeServer());
  const { device } = phone;
  const jobId = "0190a000-0000-7000-8000-0000000000a1";
  const draft = createDraftAutosave(device, jobId, "note");
  const { database: own } = device;
  draft.save({ description: "Typed" });
  await draft.settle();
  const other = await signInOther(device, "0190a000-0000-7000-8000-000000000009");
  draft.save({ description: "Typed after the switch" });
  await draft.settle();
  expect(await other.draft.count()).toBe(0);
  expect(await own.draft.toArray()).toMatchObject([{ values: { description: "Typed" } }]);
  phone.kill();
});
