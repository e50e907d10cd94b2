import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/install/recover",
    access: "signed-in-only",
    screen: () => import("./recover-screen.tsx").then((module) => module.RecoverScreen),
  },
];
