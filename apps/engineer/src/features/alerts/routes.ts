import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen("/alerts", () => import("./alerts-screen.tsx").then((module) => module.AlertsScreen)),
  ),
];
