import { z } from "@fieldfare/contract";
import { readAbsenceCalendar } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

/** The month and what is looked for are in the address, so that they can be kept and sent. */
export const parseAbsencesSearch = parseValues({
  /** Absent: the present month. */
  month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
  find: z.string().check(z.maxLength(100)),
  only: z.literal("absent"),
});

export type AbsencesSearch = ReturnType<typeof parseAbsencesSearch>;

export const routes = [
  createRoute({
    ...screen("/absences", readAbsenceCalendar, () =>
      import("./absences-screen.tsx").then((m) => m.AbsencesScreen),
    ),
    validateSearch: parseAbsencesSearch,
  }),
];
