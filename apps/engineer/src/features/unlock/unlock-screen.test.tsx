import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { UnlockScreen } from "./unlock-screen.tsx";

const rows = vi.hoisted(() => ({ options: undefined as null | undefined }));

vi.mock("@tanstack/react-router", async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
}));
vi.mock("../../phone/early-handover.ts", () => ({ hasEarlyLock: () => false }));
vi.mock("../../phone/device.tsx", () => ({ usePrefetchedRows: () => rows.options }));

it("The lock of an engineer without a stored sign-in leads to another one", () => {
  expect(renderToStaticMarkup(<UnlockScreen />)).not.toContain("Sign in as somebody else");
  rows.options = null;
  expect(renderToStaticMarkup(<UnlockScreen />)).toContain("Sign in as somebody else");
});
