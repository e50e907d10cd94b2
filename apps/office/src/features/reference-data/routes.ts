import { z } from "@fieldfare/contract";
import { listReferenceRows, listReferenceImports } from "@fieldfare/contract/office";
import { referenceTableNames } from "@fieldfare/domain";
import { createRoute } from "@tanstack/react-router";
import { parseValues, screen } from "../../server/screen-route.tsx";

const table = z.enum(referenceTableNames);

/** The table and the words that are looked for are in the address, so that it can be stored and sent. */
export const parseRowsSearch = parseValues({
  /** Absent: parts. */
  table,
  search: z.string().check(z.maxLength(200)),
});

/** The table of a new import, or an import that has begun. */
const parseImportSearch = parseValues({ table, import: z.guid() });

const parseHistorySearch = parseValues({ table });

export const routes = [
  createRoute({
    ...screen("/reference-data", listReferenceRows, () =>
      import("./rows-screen.tsx").then((m) => m.RowsScreen),
    ),
    validateSearch: parseRowsSearch,
  }),
  createRoute({
    ...screen("/reference-data/import", listReferenceImports, () =>
      import("./import-screen.tsx").then((m) => m.ImportScreen),
    ),
    validateSearch: parseImportSearch,
  }),
  createRoute({
    ...screen("/reference-data/imports", listReferenceImports, () =>
      import("./history-screen.tsx").then((m) => m.HistoryScreen),
    ),
    validateSearch: parseHistorySearch,
  }),
];
