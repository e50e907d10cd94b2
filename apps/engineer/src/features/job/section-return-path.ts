import { useEffect } from "react";
import type { PlainPath } from "../../ui/screen-address.ts";

let returnPath: PlainPath | null = null;

/**
 * Lets Back return to `path` from every section that is opened from this screen instead of from the hub. The hub
 * itself sets null.
 */
export function useSectionReturnPath(path: PlainPath | null): void {
  useEffect(() => {
    returnPath = path;
  }, [path]);
}

/** Returns the path that Back opens on a section's screen. */
export function sectionReturnPath(): PlainPath {
  return returnPath ?? "/jobs/selected";
}
