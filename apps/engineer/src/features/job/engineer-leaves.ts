import { useRouter } from "@tanstack/react-router";
import { useContext, useEffect, useRef } from "react";
import { Covered } from "../../ui/covered.ts";

/**
 * Calls `leave` when the engineer goes to another screen, by a tap in the app or with the phone's Back. Not when the app itself
 * takes the screen away: then it replaces it in the history, as after a lock by the office, or the history does not change, as
 * after another job was opened in another tab. Nor when somebody leaves the lock that covers the screen.
 */
export function useEngineerLeaves(leave: () => void): void {
  const { history } = useRouter();
  const isCovered = useContext(Covered);
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(
    () =>
      isCovered
        ? undefined
        : history.subscribe(({ action }) => {
            if (action.type !== "REPLACE") latest.current();
          }),
    [history, isCovered],
  );
}
