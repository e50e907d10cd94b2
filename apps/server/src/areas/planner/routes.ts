import { getPlannerAppointments, getPlannerWeeks } from "@fieldfare/contract";
import * as office from "@fieldfare/contract/office";
import { countDays, isCalendarDay, mayPlan } from "@fieldfare/domain";
import { makeChange } from "../../database/audit.ts";
import { readAuditSource } from "../../http/audit-source.ts";
import { refuse } from "../../http/problem.ts";
import { type Route, route } from "../../http/routes.ts";
import type { Server } from "../../http/server.ts";
import { putPlannerWeeks, readAppointments, readPlannerWeeks } from "./store.ts";

const maxDays = 366;

/** The routes of the mobile planner. */
export function plannerRoutes({ database }: Server): Route[] {
  return [
    // An engineer who may view the schedule: the number of weeks it shows.
    route(getPlannerWeeks, async ({ identity }) =>
      mayPlan(identity)
        ? { MobilePlannerWeeks: await readPlannerWeeks(database) }
        : refuse("forbidden"),
    ),
    // An engineer who may view the schedule: their own appointments.
    route(getPlannerAppointments, async ({ identity, params }) => {
      if (!mayPlan(identity)) return refuse("forbidden");
      const [from, to] = [params.from.slice(0, 10), params.to.slice(0, 10)];
      const isRange = isCalendarDay(from) && isCalendarDay(to) && from <= to;
      if (!isRange || countDays(from, to) > maxDays) {
        return refuse("invalid", {
          issues: [{ path: "to", message: `Ask for 1 to ${maxDays} days` }],
        });
      }
      return readAppointments(database, identity.fieldOperativeId, from, to);
    }),
    // The office: set the number of weeks that engineers see.
    route(office.putPlannerWeeks, async ({ body, request }) => {
      await makeChange(database, readAuditSource(request), (change) =>
        putPlannerWeeks(change, body.weeks),
      );
      return body;
    }),
  ];
}
