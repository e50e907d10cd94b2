import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/login",
    access: "open",
    screen: () => import("./login-screen.tsx").then((module) => module.LoginScreen),
  },
];
