import { EmptyState } from "../ui/notice.tsx";
import { strings } from "./strings.ts";

/** Another tab holds what an earlier version has stored. This one goes on by itself once that is closed. */
export function StartBlocked() {
  return (
    <main>
      <EmptyState icon="alert-triangle" title={strings().blocked.title}>
        {strings().blocked.text}
      </EmptyState>
    </main>
  );
}
