import { z } from "@fieldfare/contract";
import { listAlarms } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute({
    ...screen("/alarms", listAlarms, () =>
      import("./alarms-screen.tsx").then((m) => m.AlarmsScreen),
    ),
    validateSearch: parseValues({ kind: z.string().check(z.maxLength(100)) }),
  }),
];
