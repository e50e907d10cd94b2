import type { ScreenRoute } from "../../ui/route.ts";

/** Only the `emulation` and `import` builds have these addresses. In other builds they are not found. */
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
