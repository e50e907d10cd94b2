import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/alerts",
    screen: () => import("./alerts-screen.tsx").then((module) => module.AlertsScreen),
  },
];
