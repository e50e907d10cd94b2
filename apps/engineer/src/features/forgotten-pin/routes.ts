import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/forgottenpin",
    access: "open",
    screen: () => import("./forgotten-pin-screen.tsx").then((module) => module.ForgottenPinScreen),
  },
];
