import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  { path: "/", screen: () => import("./home-screen.tsx").then((module) => module.HomeScreen) },
];
