import { describe, expect, it, vi } from "vitest";
import { handlePush, openFromNotification, type PushScope } from "./push-messages.ts";

function aScope(...states: readonly DocumentVisibilityState[]) {
  const windows = states.map((visibilityState) => ({
    visibilityState,
    postMessage: vi.fn<(message: unknown) => void>(),
    focus: vi.fn<() => Promise<void>>(async () => undefined),
  }));
  const shown: { title: string; options: NotificationOptions | undefined }[] = [];
  const opened: string[] = [];
  const scope = {
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => void opened.push(url),
    },
    registration: {
      showNotification: async (title: string, options?: NotificationOptions) =>
        void shown.push({ title, options }),
    },
  } as unknown as PushScope;
  return { scope, windows, shown, opened };
}

const yes = async () => true;
const no = async () => false;

describe("A push message", () => {
  it("makes every open window poll, and shows nothing while one is visible", async () => {
    const { scope, windows, shown } = aScope("hidden", "visible");
    await handlePush(scope, yes);
    for (const { postMessage } of windows)
      expect(postMessage).toHaveBeenCalledWith({ kind: "poll" });
    expect(shown).toEqual([]);
  });

  it.each([[[]], [["hidden"]]] as const)(
    "shows a notification without names while the windows are %j",
    async (states) => {
      const { scope, shown } = aScope(...states);
      await handlePush(scope, yes);
      expect(shown).toMatchObject([
        {
          title: "Fieldfare",
          options: { body: "The office has changed something. Open the app to see it." },
        },
      ]);
    },
  );

  it("shows nothing while nobody is signed in", async () => {
    const { scope, shown } = aScope();
    await handlePush(scope, no);
    expect(shown).toEqual([]);
  });
});

describe("A tap on the notification", () => {
  const notification = { close: vi.fn<() => void>() };

  it("brings the open app to the front and stays on its screen", async () => {
    const { scope, windows, opened } = aScope("hidden");
    await openFromNotification(scope, notification);
    expect(notification.close).toHaveBeenCalled();
    expect(windows[0]?.focus).toHaveBeenCalled();
    expect(opened).toEqual([]);
  });

  it("opens the alerts when the app is closed", async () => {
    const { scope, opened } = aScope();
    await openFromNotification(scope, notification);
    expect(opened).toEqual(["/alerts"]);
  });
});
