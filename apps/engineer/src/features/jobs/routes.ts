import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  { path: "/jobs", screen: () => import("./jobs-screen.tsx").then((m) => m.JobsScreen) },
  {
    path: "/jobs/view/$jobId",
    screen: () => import("./view-screen.tsx").then((m) => m.ViewScreen),
  },
];
