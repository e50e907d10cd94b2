import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/settings",
    screen: () => import("./settings-screen.tsx").then((module) => module.SettingsScreen),
  },
  {
    path: "/settings/sync",
    screen: () => import("./sync-screen.tsx").then((module) => module.SyncScreen),
  },
  {
    path: "/settings/commands",
    screen: () => import("./commands-screen.tsx").then((module) => module.CommandsScreen),
  },
  {
    path: "/settings/messages",
    screen: () => import("./messages-screen.tsx").then((module) => module.MessagesScreen),
  },
  {
    path: "/settings/messages/$messageId",
    screen: () => import("./message-screen.tsx").then((module) => module.MessageScreen),
  },
  {
    path: "/settings/storage",
    screen: () => import("./storage-screen.tsx").then((module) => module.StorageScreen),
  },
  {
    path: "/settings/export",
    screen: () => import("./export-screen.tsx").then((module) => module.ExportScreen),
  },
  {
    path: "/settings/rescue",
    screen: () => import("./rescue-screen.tsx").then((module) => module.RescueScreen),
  },
];
