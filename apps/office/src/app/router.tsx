import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter } from "@tanstack/react-router";
import { routes as absenceRoutes } from "../features/absences/routes.ts";
import { routes as accountRoutes } from "../features/accounts/routes.ts";
import { routes as alarmRoutes } from "../features/alarms/routes.ts";
import { routes as alertCodeRoutes } from "../features/alert-codes/routes.ts";
import { routes as apiClientRoutes } from "../features/api-clients/routes.ts";
import { routes as auditRoutes } from "../features/audit/routes.ts";
import { routes as complianceRoutes } from "../features/compliance/routes.ts";
import { routes as engineerRoutes } from "../features/engineers/routes.ts";
import { routes as formRoutes } from "../features/forms/routes.ts";
import { routes as homeImportRoutes } from "../features/home-imports/routes.ts";
import { routes as jobRoutes } from "../features/job/routes.ts";
import { routes as jobsRoutes } from "../features/jobs/routes.ts";
import { routes as mileageRoutes } from "../features/mileage/routes.ts";
import { routes as partRoutes } from "../features/parts/routes.ts";
import { routes as phoneSettingRoutes } from "../features/phone-settings/routes.ts";
import { routes as raiseJobRoutes } from "../features/raise-job/routes.ts";
import { routes as raisedJobRoutes } from "../features/raised-jobs/routes.ts";
import { routes as referenceDataRoutes } from "../features/reference-data/routes.ts";
import { routes as reportingExportRoutes } from "../features/reporting-exports/routes.ts";
import { routes as retentionRoutes } from "../features/retention/routes.ts";
import { routes as todayRoutes } from "../features/today/routes.ts";
import { routes as webhookRoutes } from "../features/webhooks/routes.ts";
import { rootRoute } from "../server/screen-route.tsx";
import { loadOwnAccount } from "../server/account.ts";
import { isAllowed } from "../server/permissions.ts";
import { Frame } from "./frame.tsx";
import { announce } from "../ui/live-region.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { ScreenError } from "./screen-error.tsx";
import { startPath, StartScreen } from "./start-screen.tsx";

const start = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: StartScreen,
});

const routeTree = rootRoute
  .update({ component: Frame })
  .addChildren([
    start,
    ...todayRoutes,
    ...jobsRoutes,
    ...jobRoutes,
    ...raiseJobRoutes,
    ...raisedJobRoutes,
    ...partRoutes,
    ...complianceRoutes,
    ...engineerRoutes,
    ...absenceRoutes,
    ...mileageRoutes,
    ...alarmRoutes,
    ...referenceDataRoutes,
    ...alertCodeRoutes,
    ...homeImportRoutes,
    ...formRoutes,
    ...auditRoutes,
    ...accountRoutes,
    ...apiClientRoutes,
    ...phoneSettingRoutes,
    ...reportingExportRoutes,
    ...retentionRoutes,
    ...webhookRoutes,
  ]);

export const router = createRouter({
  routeTree,
  basepath: "/office",
  defaultNotFoundComponent: NotFoundScreen,
  defaultErrorComponent: ScreenError,
  defaultPreload: "intent",
  scrollRestoration: true,
  // Every value is a text, so that an address can be read and typed.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (values) => {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(values))
      if (typeof value === "string" && value !== "") search.set(name, value);
    return search.size > 0 ? `?${search}` : "";
  },
});

// What the screen before has said, also while the next one was loading, is not true of that one, which may have nothing to say.
router.subscribe("onBeforeRouteMount", ({ pathChanged }) => {
  if (pathChanged) announce("");
});

/** How long the first frame waits at most until what its screen shows is requested. */
const preparingMs = 250;

/** The route of the screen in the address, or of the screen with which the app opens if the address names none. */
function findRoute(opensWith: ReturnType<typeof startPath>) {
  const { pathname } = router.latestLocation;
  return router.getMatchedRoutes(pathname === "/" ? opensWith : pathname)[2];
}

/**
 * Loads the code of the screen in the address. It may be called before anybody is signed in: where the address names no
 * screen, that is the board, with which the app opens for most users.
 */
export async function loadScreenCode(): Promise<void> {
  const route = findRoute("/today");
  if (route) await router.loadRouteChunk(route);
}

/**
 * Loads the account of the user who has just signed in, and requests what the screen in the address shows first: drawing
 * what is around the screen would hold the request up.
 */
export async function prepareScreen(queries: QueryClient, userId: string): Promise<void> {
  const { permissions, mustChangePassword } = await loadOwnAccount(queries, userId);
  if (mustChangePassword) return;
  const { needs, prepare } = findRoute(startPath(permissions))?.options.staticData ?? {};
  if (!prepare || !needs || !isAllowed(needs, permissions)) return;
  await Promise.race([
    // The screen requests it again, and says what is wrong.
    prepare(queries, router.latestLocation.search).catch(() => undefined),
    new Promise((resolve) => void setTimeout(resolve, preparingMs)),
  ]);
}

declare module "@tanstack/react-router" {
  // From here the compiler checks every path, parameter and search value in the app.
  interface Register {
    router: typeof router;
  }
}
