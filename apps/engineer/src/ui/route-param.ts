import { useParams } from "@tanstack/react-router";

/** The part of the address of that name; empty where the address has none. */
export function useRouteParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name] ?? "";
}
