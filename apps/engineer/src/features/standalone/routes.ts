import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/open-app",
    access: "open",
    screen: () => import("./open-app-screen.tsx").then((module) => module.OpenAppScreen),
  },
];
