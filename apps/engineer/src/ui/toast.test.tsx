import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { holdOffers, holdToasts, showToast, ToastHost } from "./toast.tsx";

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
  const release = [holdOffers(), holdOffers()];
  showToast({ text: "Saved" });
  expect(drawn()).not.toContain("A new version");
  expect(drawn()).toContain("Saved");
  release[0]?.();
  expect(drawn()).not.toContain("A new version");
  release[1]?.();
  expect(drawn()).toContain("A new version");
  dismiss();
});
