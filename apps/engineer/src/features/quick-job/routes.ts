import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/quick/job",
    screen: () => import("./quick-job-screen.tsx").then((module) => module.QuickJobScreen),
  },
];
