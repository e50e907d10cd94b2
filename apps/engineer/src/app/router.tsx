import type { Device } from "@fieldfare/device";
import { createRoute, createRouter } from "@tanstack/react-router";
import { rootRoute } from "../phone/screen-route.ts";
import { ErrorScreen, TokenErrorScreen } from "./error-screen.tsx";
import { guard } from "./guard.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { PendingScreen } from "./pending-screen.tsx";
import { Root } from "./root.tsx";
import { screenRoutes } from "./routes.ts";

const tokenError = createRoute({
  getParentRoute: () => rootRoute,
  path: "/error",
  component: TokenErrorScreen,
  staticData: { access: "open" },
});

const routeTree = rootRoute.update({ component: Root }).addChildren([...screenRoutes, tokenError]);

/** Creates the router. Every screen has a guard and is a chunk of its own. */
export function createAppRouter(device: Device) {
  return createRouter({
    routeTree,
    context: { guard: (screen, location) => guard(device, screen, location) },
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: PendingScreen,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  // From here the compiler checks every path, parameter and search value in the app.
  interface Register {
    router: AppRouter;
  }
}
