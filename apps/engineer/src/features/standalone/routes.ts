import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen(
      "/open-app",
      () => import("./open-app-screen.tsx").then((module) => module.OpenAppScreen),
      { access: "open" },
    ),
  ),
];
