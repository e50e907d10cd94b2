import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen("/lock", () => import("./lock-screen.tsx").then((module) => module.LockScreen), {
      access: "open",
    }),
  ),
  createRoute(
    screen("/wiped", () => import("./wiped-screen.tsx").then((module) => module.WipedScreen), {
      access: "open",
    }),
  ),
];
