import { z } from "@fieldfare/contract";
import {
  gasSafetyGroups,
  listAccessAttempts,
  listGasSafetyHomes,
  listSafetyFindings,
} from "@fieldfare/contract/office";
import { unsafeClasses } from "@fieldfare/domain";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

/** The group and the filter are in the address, so that it can be kept and sent. */
export const parseGasSafetySearch = parseValues({
  /** A group, or the Monday of a week. Absent: the homes that are overdue. */
  group: z.union([z.enum(gasSafetyGroups), z.iso.date()]),
  raised: z.literal("no"),
});

export type GasSafetySearch = ReturnType<typeof parseGasSafetySearch>;

/** Homes with at least so many attempts are listed. Absent: two. */
export const parseAttemptsSearch = parseValues({ atLeast: z.enum(["1", "3"]) });

export type AttemptsSearch = ReturnType<typeof parseAttemptsSearch>;

/** Which records and notices are listed. Absent: all. */
export const parseFindingsSearch = parseValues({
  kind: z.enum(["gas-safety-record", "warning-notice"]),
  classification: z.enum(unsafeClasses),
  open: z.literal("yes"),
});

export type FindingsSearch = ReturnType<typeof parseFindingsSearch>;

export const routes = [
  createRoute({
    ...screen("/compliance/defects", listSafetyFindings, () =>
      import("./defects-screen.tsx").then((m) => m.DefectsScreen),
    ),
    validateSearch: parseFindingsSearch,
  }),
  createRoute({
    ...screen("/compliance/access-attempts", listAccessAttempts, () =>
      import("./access-attempts-screen.tsx").then((m) => m.AccessAttemptsScreen),
    ),
    validateSearch: parseAttemptsSearch,
  }),
  createRoute({
    ...screen("/compliance", listGasSafetyHomes, () =>
      import("./gas-safety-screen.tsx").then((m) => m.GasSafetyScreen),
    ),
    validateSearch: parseGasSafetySearch,
  }),
];
