import type { Observable } from "@fieldfare/forms";
import { useSyncExternalStore } from "react";

/** Draws the component again when this state changes: of the form, or of one of its elements. */
export function useObservable<State>({ subscribe, read }: Observable<State>): State {
  return useSyncExternalStore(subscribe, read);
}
