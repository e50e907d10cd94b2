import { useEffect } from "react";

let returnPath: string | null = null;

/**
 * Back returns to `path` from every section that is opened from this screen instead of from the hub.
 * The hub itself sets null.
 */
export function useSectionReturnPath(path: string | null): void {
  useEffect(() => {
    returnPath = path;
  }, [path]);
}

/** The path that Back opens on a section's screen. */
export function sectionReturnPath(): string {
  return returnPath ?? "/jobs/selected";
}
