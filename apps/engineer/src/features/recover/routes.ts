import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen(
      "/install/recover",
      () => import("./recover-screen.tsx").then((module) => module.RecoverScreen),
      { access: "signed-in-only" },
    ),
  ),
];
