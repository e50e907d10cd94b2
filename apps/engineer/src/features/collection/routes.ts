import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/parts",
    screen: () => import("./collection-screen.tsx").then((module) => module.CollectionScreen),
  },
];
