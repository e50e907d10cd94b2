import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen(
      "/forgottenpin",
      () => import("./forgotten-pin-screen.tsx").then((module) => module.ForgottenPinScreen),
      { access: "open" },
    ),
  ),
];
