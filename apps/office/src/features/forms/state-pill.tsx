import { Pill } from "../../ui/pill.tsx";
import { strings } from "./strings.ts";

/** Whether new jobs get a form. */
export function StatePill({ isWithdrawn }: { readonly isWithdrawn: boolean }) {
  return isWithdrawn ? (
    <Pill tone="warn">{strings.states.withdrawn}</Pill>
  ) : (
    <Pill tone="good">{strings.states.published}</Pill>
  );
}
