import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endWhenLeft, watchPageCache } from "./page-cache.ts";

const page = new EventTarget();
const reload = vi.fn<() => void>();
const say = (type: "pagehide" | "pageshow", persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event(type), { persisted }));

beforeEach(() => {
  vi.stubGlobal("window", page);
  vi.stubGlobal("location", { reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockReset();
});

describe("A page that is left and kept", () => {
  it("ends what runs, also what begins when it is told that it is hidden, and is loaded again", () => {
    watchPageCache();
    const running = vi.fn<() => void>();
    const finished = vi.fn<() => void>();
    const later = vi.fn<() => void>();
    const release = endWhenLeft(running);
    endWhenLeft(finished)();
    say("pagehide", true);
    expect(running).toHaveBeenCalledOnce();
    expect(finished).not.toHaveBeenCalled();
    release();
    endWhenLeft(later);
    expect(later).toHaveBeenCalledOnce();
    say("pageshow", true);
    expect(reload).toHaveBeenCalled();
    const again = vi.fn<() => void>();
    endWhenLeft(again);
    expect(again).not.toHaveBeenCalled();
  });
});
