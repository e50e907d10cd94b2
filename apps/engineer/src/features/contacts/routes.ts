import type { ScreenRoute } from "../../ui/route.ts";

export const routes: readonly ScreenRoute[] = [
  {
    path: "/contacts",
    screen: () => import("./contacts-screen.tsx").then((module) => module.ContactsScreen),
  },
];
