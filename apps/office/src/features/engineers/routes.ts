import { z } from "@fieldfare/contract";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.ts";

export const routes = [
  createRoute({
    ...screen("/engineers", () => import("./engineers-screen.tsx").then((m) => m.EngineersScreen)),
    validateSearch: parseValues({ find: z.string(), attention: z.literal("yes") }),
  }),
  createRoute(
    screen("/engineers/$fieldOperativeId", () =>
      import("./engineer-screen.tsx").then((m) => m.EngineerScreen),
    ),
  ),
];
