import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/absences",
    screen: () => import("./hub-screen.tsx").then((module) => module.HubScreen),
  },
  {
    path: "/absences/holidays",
    screen: () => import("./dashboard-screen.tsx").then((module) => module.DashboardScreen),
  },
  {
    path: "/absences/documents",
    screen: () => import("./documents-screen.tsx").then((module) => module.DocumentsScreen),
  },
  {
    path: "/absences/request",
    screen: () => import("./choose-type-screen.tsx").then((module) => module.ChooseTypeScreen),
  },
  {
    path: "/absences/request/$type",
    screen: () => import("./request-screen.tsx").then((module) => module.RequestScreen),
  },
  {
    path: "/absences/cancel/$absenceRequestId",
    screen: () =>
      import("./absence-details-screen.tsx").then((module) => module.AbsenceDetailsScreen),
  },
  {
    // The engineer chooses the absence to cancel on the dashboard.
    path: "/absences/cancel",
    screen: () => import("./dashboard-screen.tsx").then((module) => module.DashboardScreen),
  },
];
