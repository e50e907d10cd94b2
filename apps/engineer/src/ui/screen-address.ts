import type { RegisteredRouter } from "@tanstack/react-router";

type Routes = RegisteredRouter["routesByPath"];

/** The path of a route, such as "/jobs" or "/jobs/selected/parts/$jobPartId". */
export type RoutePath = keyof Routes;

/** A path without parameters. */
export type PlainPath = Exclude<RoutePath, `${string}$${string}`>;

/** A path with its parameters, and with search values if the route has some. */
type PathWithParams = {
  [Path in Exclude<RoutePath, PlainPath>]: {
    readonly to: Path;
    readonly params: Routes[Path]["types"]["allParams"];
    readonly search?: Routes[Path]["types"]["fullSearchSchema"];
  };
}[Exclude<RoutePath, PlainPath>];

/** A screen of the app that a component opens. The compiler checks it against the routes. */
export type ScreenAddress = PlainPath | PathWithParams;

/** Returns the router's own form of the address, for its links and for `navigate`. */
export function toLinkOptions(address: ScreenAddress) {
  return typeof address === "string" ? { to: address } : address;
}
