import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen("/quick/job", () =>
      import("./quick-job-screen.tsx").then((module) => module.QuickJobScreen),
    ),
  ),
];
