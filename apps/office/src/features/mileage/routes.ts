import { z } from "@fieldfare/contract";
import { listMileage } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

/** The month and the filters are in the address, so that it can be kept and sent. */
export const parseMileageSearch = parseValues({
  /** Such as `2026-03`. Absent: the present one. */
  month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
  engineer: z.guid(),
  /** Only entries to look at: corrected, removed or unlikely ones. */
  only: z.literal("check"),
});

export const routes = [
  createRoute({
    ...screen("/mileage", listMileage, () =>
      import("./mileage-screen.tsx").then((m) => m.MileageScreen),
    ),
    validateSearch: parseMileageSearch,
  }),
];
