import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

export const routes = [
  createRoute(
    screen("/settings", () =>
      import("./settings-screen.tsx").then((module) => module.SettingsScreen),
    ),
  ),
  createRoute(
    screen("/settings/sync", () => import("./sync-screen.tsx").then((module) => module.SyncScreen)),
  ),
  createRoute(
    screen("/settings/commands", () =>
      import("./commands-screen.tsx").then((module) => module.CommandsScreen),
    ),
  ),
  createRoute(
    screen("/settings/messages", () =>
      import("./messages-screen.tsx").then((module) => module.MessagesScreen),
    ),
  ),
  createRoute(
    screen("/settings/messages/$messageId", () =>
      import("./message-screen.tsx").then((module) => module.MessageScreen),
    ),
  ),
  createRoute(
    screen("/settings/storage", () =>
      import("./storage-screen.tsx").then((module) => module.StorageScreen),
    ),
  ),
  createRoute(
    screen("/settings/export", () =>
      import("./export-screen.tsx").then((module) => module.ExportScreen),
    ),
  ),
  createRoute(
    screen("/settings/authenticator", () =>
      import("./authenticator-screen.tsx").then((module) => module.AuthenticatorScreen),
    ),
  ),
  createRoute(
    screen("/settings/rescue", () =>
      import("./rescue-screen.tsx").then((module) => module.RescueScreen),
    ),
  ),
];
