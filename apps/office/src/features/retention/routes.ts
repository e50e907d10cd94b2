import { readRetention } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute(
    screen("/administration/retention", readRetention, () =>
      import("./retention-screen.tsx").then((m) => m.RetentionScreen),
    ),
  ),
];
