import type { FormSession } from "@fieldfare/forms";
import { useEffect } from "react";
import { showToast } from "../../../../ui/toast.tsx";
import { strings } from "../strings.ts";

/** Says which answers the choice of another appliance has cleared, and offers to put them back while the form is open. */
export function useClearedEntryToasts(session: FormSession) {
  useEffect(() => {
    let dismiss: (() => void) | null = null;
    const stop = session.onEntryCleared(({ title, restore }) => {
      const text = strings().panels;
      // An earlier one would put back what is no longer in its place.
      dismiss?.();
      dismiss = showToast({
        text: text.cleared(title),
        kind: "warn",
        duration: "persistent",
        action: { label: text.clearedUndo, run: restore },
      });
    });
    return () => {
      stop();
      dismiss?.();
    };
  }, [session]);
}
