import { listReportingExports } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute(
    screen("/administration/exports", listReportingExports, () =>
      import("./exports-screen.tsx").then((m) => m.ExportsScreen),
    ),
  ),
];
