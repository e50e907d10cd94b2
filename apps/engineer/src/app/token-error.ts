import { strings } from "../phone/strings.ts";
import { showToast } from "../ui/toast.tsx";
import { isSafeToLeave } from "../ui/unsaved-changes-guard.ts";
import type { AppRouter } from "./router.tsx";
import { screenRoutes } from "./routes.ts";

/**
 * Shows the error page with its sign-out. On a screen that needs no sign-in, or on the way to one, nothing happens.
 * While unsaved work is open, a toast offers the sign-out instead, and the work stays.
 */
export async function showTokenError(router: AppRouter): Promise<void> {
  const { pathname } = router.state.location;
  const opened = screenRoutes.find(({ fullPath }) => fullPath === pathname);
  if (opened?.options.staticData?.access === "open") return;
  if (isSafeToLeave()) return router.navigate({ to: "/error" });
  showToast({
    text: strings().tokenRenewalFailure,
    kind: "danger",
    duration: "persistent",
    key: "token",
    action: {
      label: strings().signOut,
      run: () => void router.navigate({ to: "/signout" }),
    },
  });
}
