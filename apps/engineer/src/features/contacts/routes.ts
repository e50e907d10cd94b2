import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen("/contacts", () =>
      import("./contacts-screen.tsx").then((module) => module.ContactsScreen),
    ),
  ),
];
