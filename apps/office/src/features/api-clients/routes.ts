import { listApiClients } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute(
    screen("/administration/api-clients", listApiClients, () =>
      import("./api-clients-screen.tsx").then((m) => m.ApiClientsScreen),
    ),
  ),
];
