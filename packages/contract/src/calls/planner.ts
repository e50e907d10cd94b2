import { defineCall } from "../call.ts";
import { id, isoDateTime, text, z } from "../schema.ts";

export const getPlannerWeeks = defineCall({
  name: "getPlannerWeeks",
  method: "GET",
  path: "/api/settings/mobileplannerweeks",
  audience: "engineer",
  summary: "How many weeks the planner shows, for engineers who may view the schedule",
  response: z.object({ MobilePlannerWeeks: z.int().check(z.minimum(1), z.maximum(52)) }),
});

const dayStart = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T00:00:00Z$/, "A day as 2026-01-31T00:00:00Z"));
const dayEnd = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T23:59:59Z$/, "A day as 2026-01-31T23:59:59Z"));

export const getPlannerAppointments = defineCall({
  name: "getPlannerAppointments",
  method: "GET",
  path: "/api/fieldoperative/appointments/:from/:to",
  audience: "engineer",
  summary:
    "The engineer's appointments from one day to another, both included; the days are those of the United Kingdom's calendar, whatever the time part says",
  params: z.object({ from: dayStart, to: dayEnd }),
  response: z.array(
    z.object({
      JobId: id,
      Address: text(1000),
      JobDetail: text(500),
      AppointmentSlot: z.nullable(text(100)),
      ContactName: z.nullable(text(200)),
      ContactNumber: z.nullable(text(30)),
      JobDescription: z.nullable(text(10_000)),
      AppointmentDate: isoDateTime,
    }),
  ),
});
