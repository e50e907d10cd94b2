import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { ForgottenPinScreen } from "./forgotten-pin-screen.tsx";

const rows = vi.hoisted(() => ({ signedIn: undefined as undefined | null | { email: string } }));

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));
vi.mock("../../phone/device.tsx", () => ({ useDevice: () => ({}), useLive: () => rows.signedIn }));
vi.mock("../../ui/unsaved-changes-guard.ts", () => ({ useUnsavedChangesGuard: () => undefined }));
vi.mock("../../ui/page.tsx", () => ({
  Page: ({ children }: { children?: React.ReactNode }) => children,
}));

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => "remembered@example.com" });
  vi.stubGlobal("sessionStorage", { getItem: () => null });
});

it("Asks for the PIN of the engineer who is signed in", () => {
  rows.signedIn = { email: "sam@example.com" };
  expect(renderToStaticMarkup(<ForgottenPinScreen />)).toContain('value="sam@example.com"');
});

it("Asks for the PIN of the engineer whom the sign-in remembers, if nobody is signed in", () => {
  rows.signedIn = null;
  expect(renderToStaticMarkup(<ForgottenPinScreen />)).toContain('value="remembered@example.com"');
});
