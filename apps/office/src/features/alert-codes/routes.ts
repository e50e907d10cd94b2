import { readAlertCodes } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute(
    screen("/reference-data/alerts", readAlertCodes, () =>
      import("./alert-codes-screen.tsx").then((m) => m.AlertCodesScreen),
    ),
  ),
];
