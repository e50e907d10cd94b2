import type { Session } from "@fieldfare/device";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { Root } from "./root.tsx";

const state = vi.hoisted(() => ({ access: "", isLocked: false, device: {} }));

vi.mock("@tanstack/react-router", () => ({
  Outlet: () => "screen ",
  useRouter: () => ({}),
  useRouterState: ({ select }: { select: (router: object) => unknown }) =>
    select({ matches: [{ staticData: { access: state.access } }] }),
}));
vi.mock("../phone/app-lock.ts", () => ({
  useAppLock: () => state.isLocked,
  focusBelowLock: () => undefined,
}));
vi.mock("../phone/device.tsx", () => ({
  SessionProvider: ({ children }: { children: unknown }) => children,
  useDevice: () => state.device,
  usePrefetchedRows: () => session,
}));
vi.mock("../ui/dialog.tsx", () => ({
  CoveredProvider: ({ children }: { children: unknown }) => children,
  dismissQuestions: () => undefined,
  QuestionHost: () => "question ",
}));
vi.mock("../ui/toast.tsx", () => ({
  dismissToasts: () => undefined,
  holdToasts: () => undefined,
  ToastHost: () => "toast ",
}));
vi.mock("./sync-indicator.tsx", () => ({ SyncIndicator: () => null }));
vi.mock("./connection-note.tsx", () => ({ ConnectionNote: () => null }));

const session = {
  user: { id: "sam", perms: [] },
  settings: { installationDate: "2026-03-02", enabled: true },
} as unknown as Session;

beforeEach(() => Object.assign(state, { access: "", isLocked: false, device: {} }));

it("The screens that lead out of the lock show no question and no toast of the work below", () => {
  expect(renderToStaticMarkup(<Root />)).toContain("screen question toast");
  Object.assign(state, { access: "open", isLocked: true });
  const html = renderToStaticMarkup(<Root />);
  expect(html).toContain("screen");
  expect(html).not.toMatch(/question|toast/);
});

it("Before the PIN of a start nothing is drawn below the lock", () => {
  Object.assign(state, { isLocked: true });
  expect(renderToStaticMarkup(<Root />)).toContain("screen ");
  state.device = { engineer: { sealing: { isLocked: true } } };
  expect(renderToStaticMarkup(<Root />)).not.toContain("screen ");
  state.access = "open";
  expect(renderToStaticMarkup(<Root />)).toContain("screen ");
});
