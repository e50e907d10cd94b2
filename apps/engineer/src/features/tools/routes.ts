import type { ScreenRoute } from "../../ui/route.ts";

/** Only builds that are made for it have these addresses; everywhere else they are not found. */
const isToolBuild = ["emulation", "import"].includes(import.meta.env["VITE_FIELDFARE_BUILD"]);

export const routes: readonly ScreenRoute[] = isToolBuild
  ? [
      {
        path: "/tools/import",
        screen: () => import("./import-screen.tsx").then((module) => module.ImportScreen),
      },
      {
        path: "/tools/fieldOpData",
        screen: () => import("./dump-screen.tsx").then((module) => module.DumpScreen),
      },
    ]
  : [];
