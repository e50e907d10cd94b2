import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/signout",
    access: "open",
    screen: () => import("./signout-screen.tsx").then((module) => module.SignoutScreen),
  },
  {
    path: "/signout/installation",
    access: "open",
    screen: () => import("./signout-screen.tsx").then((module) => module.InstalledScreen),
  },
];
