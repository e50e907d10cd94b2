import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen(
      "/install",
      () => import("./welcome-screen.tsx").then((module) => module.WelcomeScreen),
      { access: "signed-in-only" },
    ),
  ),
  createRoute(
    screen(
      "/install/steps",
      () => import("./steps-screen.tsx").then((module) => module.StepsScreen),
      { access: "signed-in-only" },
    ),
  ),
  createRoute(
    screen(
      "/install/self",
      () => import("./steps-screen.tsx").then((module) => module.SelfInstallScreen),
      { access: "signed-in-only" },
    ),
  ),
  createRoute(
    screen("/install/help", () => import("./help-screen.tsx").then((module) => module.HelpScreen), {
      access: "open",
    }),
  ),
];
