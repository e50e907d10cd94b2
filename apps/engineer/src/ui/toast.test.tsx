import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { markPadShown, holdToasts, showToast, ToastHost } from "./toast.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  holdToasts(false);
  vi.runAllTimers();
  vi.useRealTimers();
});

const drawn = () => renderToStaticMarkup(<ToastHost />);

it("A long toast stays while something covers it, and then for its whole time", () => {
  holdToasts(true);
  showToast({ text: "Work was restored", duration: "long" });
  showToast({ text: "Saved" });
  vi.advanceTimersByTime(60 * 60_000);
  expect(drawn()).toContain("Work was restored");
  expect(drawn()).not.toContain("Saved");
  holdToasts(false);
  vi.advanceTimersByTime(11_999);
  expect(drawn()).toContain("Work was restored");
  vi.advanceTimersByTime(1);
  expect(drawn()).not.toContain("Work was restored");
});

it("An offer waits while somebody may be signing, and other toasts do not", () => {
  const dismiss = showToast({
    text: "A new version is ready",
    duration: "persistent",
    isOffer: true,
  });
  const release = [markPadShown(), markPadShown()];
  showToast({ text: "Saved" });
  expect(drawn()).not.toContain("A new version");
  expect(drawn()).toContain("Saved");
  release[0]?.();
  expect(drawn()).not.toContain("A new version");
  release[1]?.();
  expect(drawn()).toContain("A new version");
  dismiss();
});

it("Only what is shown counts among the three messages, and an offer comes when the pad is gone", () => {
  const offer = "A new version";
  const release = markPadShown();
  const ends = [showToast({ text: offer, duration: "persistent", isOffer: true })];
  const show = (text: string) => ends.push(showToast({ text, duration: "long" }));
  const messages = () =>
    [offer, "First", "Second", "Third", "Fourth"].filter((text) => drawn().includes(text));
  for (const text of ["First", "Second", "Third"]) show(text);
  expect(messages()).toEqual(["First", "Second", "Third"]);
  release();
  expect(messages()).toEqual([offer, "Second", "Third"]);
  const releaseAgain = markPadShown();
  show("Fourth");
  expect(messages()).toEqual(["Second", "Third", "Fourth"]);
  releaseAgain();
  expect(messages()).toEqual([offer, "Third", "Fourth"]);
  for (const end of ends) end();
});

it("An offer takes no message off the screen that stays until it is dismissed", () => {
  const offer = "A new version";
  const release = markPadShown();
  const ends = [offer, "First", "Second", "Third"].map((text) =>
    showToast({ text, duration: "persistent", isOffer: text === offer }),
  );
  release();
  expect(drawn()).not.toContain(offer);
  for (const text of ["First", "Second", "Third"]) expect(drawn()).toContain(text);
  for (const end of ends) end();
});
