import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/install",
    access: "signed-in-only",
    screen: () => import("./welcome-screen.tsx").then((module) => module.WelcomeScreen),
  },
  {
    path: "/install/steps",
    access: "signed-in-only",
    screen: () => import("./steps-screen.tsx").then((module) => module.StepsScreen),
  },
  {
    path: "/install/self",
    access: "signed-in-only",
    screen: () => import("./steps-screen.tsx").then((module) => module.SelfInstallScreen),
  },
  {
    path: "/install/help",
    access: "open",
    screen: () => import("./help-screen.tsx").then((module) => module.HelpScreen),
  },
];
