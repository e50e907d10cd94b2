import { routes as home } from "../features/home/routes.ts";
import { routes as install } from "../features/install/routes.ts";
import { routes as job } from "../features/job/routes.ts";
import { routes as jobs } from "../features/jobs/routes.ts";
import { routes as lock } from "../features/lock/routes.ts";
import { routes as login } from "../features/login/routes.ts";
import { routes as recover } from "../features/recover/routes.ts";
import { routes as signout } from "../features/signout/routes.ts";
import type { ScreenRoute } from "../ui/route.ts";

/** Every address of the app. A feature that is built is named here; nothing else has to know it. */
export const screenRoutes: readonly ScreenRoute[] = [
  ...login,
  ...lock,
  ...install,
  ...recover,
  ...signout,
  ...home,
  ...jobs,
  ...job,
];
