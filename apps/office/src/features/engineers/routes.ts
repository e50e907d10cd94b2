import { z } from "@fieldfare/contract";
import { listOperatives } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute({
    ...screen("/engineers", listOperatives, () =>
      import("./engineers-screen.tsx").then((m) => m.EngineersScreen),
    ),
    validateSearch: parseValues({ find: z.string(), attention: z.literal("yes") }),
  }),
  createRoute(
    screen("/engineers/$fieldOperativeId", listOperatives, () =>
      import("./engineer-screen.tsx").then((m) => m.EngineerScreen),
    ),
  ),
];
