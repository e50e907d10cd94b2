import { z } from "@fieldfare/contract";
import { listPropertyImports } from "@fieldfare/contract/office";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

/** An import that has begun. Absent: a new one. */
const parseImportSearch = parseValues({ import: z.guid() });

export const routes = [
  createRoute(
    screen("/homes/imports", listPropertyImports, () =>
      import("./history-screen.tsx").then((m) => m.HistoryScreen),
    ),
  ),
  createRoute({
    ...screen("/homes/import", listPropertyImports, () =>
      import("./import-screen.tsx").then((m) => m.ImportScreen),
    ),
    validateSearch: parseImportSearch,
  }),
];
