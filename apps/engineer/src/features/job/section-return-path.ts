import { useEffect } from "react";

let returnPath: string | null = null;

/**
 * Sections that are opened from this screen, and not from the hub, lead back to it, however deep one goes in them.
 * Null on the hub itself.
 */
export function useSectionReturnPath(path: string | null): void {
  useEffect(() => {
    returnPath = path;
  }, [path]);
}

/** Where a section's own screen leads back to. */
export function sectionReturnPath(): string {
  return returnPath ?? "/jobs/selected";
}
