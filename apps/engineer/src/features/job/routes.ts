import type { ComponentType } from "react";
import type { ScreenRoute } from "../../ui/route.ts";
import type { JobScreen } from "./selected-job.tsx";

export const routes: readonly ScreenRoute[] = [
  ofJob("", () => import("./hub/hub-screen.tsx").then((m) => m.HubScreen)),
  ofJob("/when", () => import("./details/when-screen.tsx").then((m) => m.WhenScreen)),
  ofJob("/where", () => import("./details/where-screen.tsx").then((m) => m.WhereScreen)),
  ofJob("/what", () => import("./details/what-screen.tsx").then((m) => m.WhatScreen)),
  ofJob("/notifications", () =>
    import("./details/notifications-screen.tsx").then((m) => m.NotificationsScreen),
  ),
  ofJob("/hold", () => import("./hold/hold-screen.tsx").then((m) => m.HoldScreen)),
  ofJob("/noaccess", () =>
    import("./no-access/no-access-screen.tsx").then((m) => m.NoAccessScreen),
  ),
  ofJob("/outcome", () => import("./outcome/outcome-screen.tsx").then((m) => m.OutcomeScreen)),
  ofJob("/outcome/close", () => import("./close/close-screen.tsx").then((m) => m.CloseScreen)),
];

function ofJob(path: string, load: () => Promise<ComponentType<JobScreen>>): ScreenRoute {
  return {
    path: `/jobs/selected${path}`,
    screen: async () => {
      const [{ withSelectedJob }, screen] = await Promise.all([
        import("./selected-job.tsx"),
        load(),
      ]);
      return withSelectedJob(screen);
    },
  };
}
