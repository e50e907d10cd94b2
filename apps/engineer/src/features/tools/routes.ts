import { createRoute } from "@tanstack/react-router";
import { screen } from "../../phone/screen-route.ts";

/** Only the `emulation` and `import` builds have these addresses. In other builds they are not found. */
const isToolBuild = ["emulation", "import"].includes(import.meta.env["VITE_FIELDFARE_BUILD"]);

export const routes = isToolBuild
  ? [
      createRoute(
        screen("/tools/import", () =>
          import("./import-screen.tsx").then((module) => module.ImportScreen),
        ),
      ),
      createRoute(
        screen("/tools/fieldOpData", () =>
          import("./dump-screen.tsx").then((module) => module.DumpScreen),
        ),
      ),
    ]
  : [];
