import { useRouterState } from "@tanstack/react-router";
import type { PlainPath } from "../../../ui/screen-address.ts";
import { surveyPath } from "../close/survey-path.ts";
import { outcomePath } from "../outcome/outcome-path.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The screen to which a record leads back, when a screen other than its list opened it. */
    returnTo?: PlainPath;
  }
}

/** The screens besides the lists that open a record. */
const callingScreens: readonly PlainPath[] = [surveyPath, outcomePath, "/jobs/selected/hold"];

/** The screen to which a record leads back when it is saved, discarded or left: the one that opened it, else its list. */
export function useCallingScreen(list: PlainPath): PlainPath {
  const { returnTo } = useRouterState({ select: ({ location }) => location.state });
  // The browser stores the state: a page that an earlier version opened may have any value in it.
  return callingScreens.find((path) => path === returnTo) ?? list;
}
