import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { PlainPath } from "./screen-address.ts";

/**
 * Returns a function that leaves the screen for `to`, such as the list from which it was opened. If `to` is the entry
 * before in the history, it goes back: otherwise `to` would be there twice, and the phone's Back would seem to do
 * nothing. If not, as after a direct address, and in a browser without the Navigation API, `to` replaces the screen.
 */
export function useReturnTo(): (to: PlainPath) => Promise<void> {
  const router = useRouter();
  const navigate = useNavigate();
  return useCallback(
    async (to) => {
      if (!isEntryBefore(to)) return navigate({ to, replace: true });
      const returned = new Promise<void>((resolve) => {
        const stop = router.subscribe("onResolved", () => {
          stop();
          resolve();
        });
      });
      router.history.back();
      // Until then the screen is busy: a second tap would submit it again.
      return returned;
    },
    [router, navigate],
  );
}

function isEntryBefore(path: PlainPath): boolean {
  if (!("navigation" in window)) return false;
  const { navigation } = window;
  const index = navigation.currentEntry?.index ?? 0;
  const before = navigation.entries()[index - 1];
  // An entry of another document, such as before a typed address, would load the whole app again.
  if (!before?.sameDocument || before.url === null) return false;
  return new URL(before.url).pathname === path;
}
