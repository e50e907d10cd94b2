import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/lock",
    access: "open",
    screen: () => import("./lock-screen.tsx").then((module) => module.LockScreen),
  },
];
