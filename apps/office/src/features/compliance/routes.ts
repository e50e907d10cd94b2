import { z } from "@fieldfare/contract";
import {
  figureWeeks,
  gasSafetyGroups,
  listAccessAttempts,
  listDampCases,
  listGasSafetyHomes,
  listSafetyFindings,
  readDampCase,
  readFigures,
} from "@fieldfare/contract/office";
import { dampCaseStates, dampClockNames, unsafeClasses } from "@fieldfare/domain";
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

/** Which cases are listed. Absent: all that are open. */
export const parseDampSearch = parseValues({
  state: z.enum([...dampCaseStates, "closed"]),
  clock: z.enum(dampClockNames),
});

export type DampSearch = ReturnType<typeof parseDampSearch>;

/** Of how many weeks the figures are. Absent: 13. */
export const parseFiguresSearch = parseValues({ weeks: z.enum(figureWeeks) });

export type FiguresSearch = ReturnType<typeof parseFiguresSearch>;

export const routes = [
  createRoute({
    ...screen("/compliance/figures", readFigures, () =>
      import("./figures-screen.tsx").then((m) => m.FiguresScreen),
    ),
    validateSearch: parseFiguresSearch,
  }),
  createRoute({
    ...screen("/compliance/damp", listDampCases, () =>
      import("./damp-screen.tsx").then((m) => m.DampScreen),
    ),
    validateSearch: parseDampSearch,
  }),
  createRoute(
    screen("/compliance/damp/$caseId", readDampCase, () =>
      import("./damp-case-screen.tsx").then((m) => m.DampCaseScreen),
    ),
  ),
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
