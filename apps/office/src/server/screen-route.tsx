import type { z } from "@fieldfare/contract";
import type { QueryClient } from "@tanstack/react-query";
import { createRootRoute, lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { useMay } from "./account.ts";
import { MissingPermission } from "./missing-permission.tsx";
import type { NeedsPermission } from "./permissions.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    readonly needs?: NeedsPermission;
    readonly prepare?: PrepareScreen | undefined;
  }
}

/**
 * Requests what a screen shows first. It is called while the app starts, before anything is drawn, and resolves once the
 * request is on its way.
 */
type PrepareScreen = (queries: QueryClient, search: Record<string, unknown>) => Promise<void>;

/** The parent of every screen's route. The app gives it its component. */
export const rootRoute = createRootRoute();

/**
 * The options that every screen's route has: its path, and its code as a chunk of its own.
 *
 * @param needs the call that the screen cannot do without: who may not make it reads which permission is missing
 */
export function screen<const Path extends string>(
  path: Path,
  needs: NeedsPermission,
  load: () => Promise<ComponentType>,
  prepare?: PrepareScreen,
) {
  return {
    getParentRoute: () => rootRoute,
    path,
    staticData: { needs, prepare },
    component: lazyRouteComponent(async () => {
      const Screen = await load();
      return {
        default: () => (
          <Guarded needs={needs}>
            <Screen />
          </Guarded>
        ),
      };
    }),
  };
}

interface GuardedProps {
  readonly needs: NeedsPermission;
  readonly children: ReactNode;
}

/** Shows its children to who may make the call, and to others which permission is missing. */
export function Guarded({ needs, children }: GuardedProps) {
  const may = useMay();
  return may(needs) ? children : <MissingPermission needs={needs} />;
}

/**
 * Parses the search part of an address. A value that does not fit its schema, or that has none, is undefined, as if it were not
 * there: the router would add a value that is left out as it stands in the address.
 */
export function parseValues<Values extends object>(schemas: {
  readonly [Name in keyof Values]: z.ZodMiniType<Values[Name]>;
}) {
  return (search: Record<string, unknown>): Partial<Values> => {
    const values: Partial<Values> = {};
    for (const name in schemas) {
      const parsed = schemas[name].safeParse(search[name]);
      if (parsed.success) values[name] = parsed.data;
    }
    const absent = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return Object.assign(absent, values);
  };
}
