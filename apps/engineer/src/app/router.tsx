import type { Device } from "@fieldfare/device";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { ErrorScreen, TokenErrorScreen } from "./error-screen.tsx";
import { guard } from "./guard.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { PendingScreen } from "./pending-screen.tsx";
import { Root } from "./root.tsx";
import { screenRoutes } from "./routes.ts";

/** Creates the router. Every screen has a guard and is a chunk of its own. */
export function createAppRouter(device: Device) {
  const root = createRootRouteWithContext<{ device: Device }>()({ component: Root });
  const screens = screenRoutes.map((screen) =>
    createRoute({
      getParentRoute: () => root,
      path: screen.path,
      beforeLoad: ({ context, location }) => guard(context.device, screen, location),
      component: lazyRouteComponent(async () => ({ default: await screen.screen() })),
    }),
  );
  const tokenError = createRoute({
    getParentRoute: () => root,
    path: "/error",
    component: TokenErrorScreen,
  });
  return createRouter({
    routeTree: root.addChildren([...screens, tokenError]),
    context: { device },
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: PendingScreen,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
