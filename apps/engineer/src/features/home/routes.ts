import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(screen("/", () => import("./home-screen.tsx").then((module) => module.HomeScreen))),
];
