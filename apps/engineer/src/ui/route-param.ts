import { useParams } from "@tanstack/react-router";

/** Returns the address's parameter of that name; empty if it has none. */
export function useRouteParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name] ?? "";
}
