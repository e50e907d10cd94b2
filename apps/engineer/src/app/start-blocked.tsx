import { useNoEarlyLock } from "../phone/no-early-lock.ts";
import { EmptyState } from "../ui/banner.tsx";
import { strings } from "./start-strings.ts";

/** Shown while another tab with an earlier version holds the database. The start goes on when that tab is closed. */
export function StartBlocked() {
  useNoEarlyLock();
  return (
    <main>
      <EmptyState icon="alert-triangle" title={strings().blocked.title}>
        {strings().blocked.text}
      </EmptyState>
    </main>
  );
}
