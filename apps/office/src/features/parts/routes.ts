import { z } from "@fieldfare/contract";
import { listPartOrders } from "@fieldfare/contract/office";
import { partOrderStates } from "@fieldfare/domain";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

/** The filters are in the address, so that it can be kept and sent. */
export const parsePartsSearch = parseValues({
  /** Absent: parts to order. */
  state: z.enum([...partOrderStates, "any"]),
  engineer: z.guid(),
  search: z.string().check(z.maxLength(200)),
  /** The id of a job: its parts alone. */
  job: z.guid(),
});

export type PartsSearch = ReturnType<typeof parsePartsSearch>;

export const routes = [
  createRoute({
    ...screen("/parts", listPartOrders, () =>
      import("./parts-screen.tsx").then((m) => m.PartsScreen),
    ),
    validateSearch: parsePartsSearch,
  }),
];
