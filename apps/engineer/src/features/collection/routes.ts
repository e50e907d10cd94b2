import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen("/parts", () =>
      import("./collection-screen.tsx").then((module) => module.CollectionScreen),
    ),
  ),
];
