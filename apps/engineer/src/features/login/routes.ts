import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen("/login", () => import("./login-screen.tsx").then((module) => module.LoginScreen), {
      access: "open",
    }),
  ),
];
