import { listAccounts } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { screen } from "../../server/screen-route.tsx";

export const routes = [
  createRoute(
    screen("/administration/accounts", listAccounts, () =>
      import("./accounts-screen.tsx").then((m) => m.AccountsScreen),
    ),
  ),
];
