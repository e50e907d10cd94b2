import { useEffect } from "react";

let origin: string | null = null;

/**
 * Sections that are opened from this screen, and not from the hub, lead back to it, however deep one goes in them.
 * Null on the hub itself.
 */
export function useDetourFrom(path: string | null): void {
  useEffect(() => {
    origin = path;
  }, [path]);
}

/** Where a section's own screen leads back to. */
export function listBack(): string {
  return origin ?? "/jobs/selected";
}
