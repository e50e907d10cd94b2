import { z } from "@fieldfare/contract";
import { createRoute } from "@tanstack/react-router";
import { parseSearch, screen } from "../../phone/screen-route.ts";

/** `year` is the id of the holiday year that the dashboard shows, also after Back from an absence. */
const dashboardSearch = parseSearch({ year: z.number() });

export const routes = [
  createRoute(
    screen("/absences", () =>
      import("./absences-screen.tsx").then((module) => module.AbsencesScreen),
    ),
  ),
  createRoute({
    ...screen("/absences/holidays", () =>
      import("./dashboard-screen.tsx").then((module) => module.DashboardScreen),
    ),
    validateSearch: dashboardSearch,
  }),
  createRoute(
    screen("/absences/documents", () =>
      import("./documents-screen.tsx").then((module) => module.DocumentsScreen),
    ),
  ),
  createRoute(
    screen("/absences/request", () =>
      import("./choose-type-screen.tsx").then((module) => module.ChooseTypeScreen),
    ),
  ),
  createRoute(
    screen("/absences/request/$type", () =>
      import("./request-screen.tsx").then((module) => module.RequestScreen),
    ),
  ),
  createRoute({
    ...screen("/absences/cancel/$absenceRequestId", () =>
      import("./absence-details-screen.tsx").then((module) => module.AbsenceDetailsScreen),
    ),
    validateSearch: dashboardSearch,
  }),
  // The engineer chooses the absence to cancel on the dashboard.
  createRoute({
    ...screen("/absences/cancel", () =>
      import("./dashboard-screen.tsx").then((module) => module.DashboardScreen),
    ),
    validateSearch: dashboardSearch,
  }),
];
