import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen(
      "/signout",
      () => import("./signout-screen.tsx").then((module) => module.SignoutScreen),
      { access: "open" },
    ),
  ),
  createRoute(
    screen(
      "/signout/installation",
      () => import("./signout-screen.tsx").then((module) => module.InstalledScreen),
      { access: "open" },
    ),
  ),
];
