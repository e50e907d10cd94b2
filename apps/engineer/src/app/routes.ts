import { isEmulation } from "@fieldfare/device";
import { routes as absences } from "../features/absences/routes.ts";
import { routes as alerts } from "../features/alerts/routes.ts";
import { routes as collection } from "../features/collection/routes.ts";
import { routes as contacts } from "../features/contacts/routes.ts";
import { routes as forgottenPin } from "../features/forgotten-pin/routes.ts";
import { routes as home } from "../features/home/routes.ts";
import { routes as install } from "../features/install/routes.ts";
import { routes as job } from "../features/job/routes.ts";
import { routes as jobs } from "../features/jobs/routes.ts";
import { routes as lock } from "../features/lock/routes.ts";
import { routes as login } from "../features/login/routes.ts";
import { routes as mileage } from "../features/mileage/routes.ts";
import { routes as planner } from "../features/planner/routes.ts";
import { routes as quickJob } from "../features/quick-job/routes.ts";
import { routes as recover } from "../features/recover/routes.ts";
import { routes as settings } from "../features/settings/routes.ts";
import { routes as signout } from "../features/signout/routes.ts";
import { routes as standalone } from "../features/standalone/routes.ts";
import { routes as tools } from "../features/tools/routes.ts";

/** Every address of the app. A new feature is added here and nowhere else. */
export const screenRoutes = [
  ...login,
  ...lock,
  ...forgottenPin,
  ...standalone,
  ...install,
  ...recover,
  ...signout,
  ...home,
  ...jobs,
  ...job,
  ...alerts,
  ...collection,
  ...contacts,
  ...mileage,
  ...absences,
  ...planner,
  ...settings,
  ...tools,
  // A training build has no office that could take a job that is raised on site.
  ...(isEmulation ? [] : quickJob),
];
