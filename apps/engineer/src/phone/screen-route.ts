import type { z } from "@fieldfare/contract";
import { createRootRouteWithContext, lazyRouteComponent } from "@tanstack/react-router";
import { type ComponentType, createElement, useRef } from "react";
import { useSession } from "./device.tsx";

/** Who may open a screen. */
export interface ScreenAccess {
  /** `open` needs no sign-in, `signed-in-only` no installation. Without it both are needed. */
  readonly access?: "open" | "signed-in-only";
  /** Whether this user may open the screen; other users are sent to home. Without it everybody may. */
  readonly gate?: (user: GateUser) => boolean;
}

interface GateUser {
  readonly perms: readonly string[];
  readonly recordsMileage: boolean;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption extends ScreenAccess {}
}

/** The address that is about to be opened. */
export interface OpenedLocation {
  readonly href: string;
  readonly pathname: string;
}

export interface RouterContext {
  /** Throws a redirect when the screen may not be opened. */
  readonly guard: (screen: ScreenAccess, location: OpenedLocation) => Promise<void>;
}

/** The parent of every screen's route. The app gives it its component. */
export const rootRoute = createRootRouteWithContext<RouterContext>()();

/**
 * Returns the options that every screen's route has: its path, such as "/jobs/selected/forms/$formId", its guard, and
 * its code as a chunk of its own.
 */
export function screen<const Path extends string>(
  path: Path,
  load: () => Promise<ComponentType>,
  access: ScreenAccess = {},
) {
  return {
    getParentRoute: () => rootRoute,
    path,
    staticData: access,
    beforeLoad: ({ context, location }: { context: RouterContext; location: OpenedLocation }) =>
      context.guard(access, location),
    component: lazyRouteComponent(async () => {
      const Screen = await load();
      return { default: access.access === "open" ? Screen : forEachEngineer(Screen) };
    }),
  };
}

/**
 * Opens the screen again when another engineer signs in in another tab: what is typed stays in the draft of the engineer
 * who typed it.
 */
function forEachEngineer(Screen: ComponentType): ComponentType {
  return function EngineerScreen() {
    const { user } = useSession();
    const engineerId = useRef(user?.id);
    if (user) engineerId.current = user.id;
    return createElement(Screen, { key: engineerId.current });
  };
}

/**
 * Parses the search part of an address with a schema for each value. A value that does not fit its schema is left out, as
 * if it were not there.
 */
export function parseSearch<Values extends object>(schemas: {
  readonly [Name in keyof Values]: z.ZodMiniType<Values[Name]>;
}) {
  return (search: Record<string, unknown>): Partial<Values> => {
    const values: Partial<Values> = {};
    for (const name in schemas) {
      const parsed = schemas[name].safeParse(search[name]);
      if (parsed.success) values[name] = parsed.data;
    }
    return values;
  };
}
