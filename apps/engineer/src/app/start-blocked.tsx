import { EmptyState } from "../ui/notice.tsx";
import { words } from "./words.ts";

/** Another tab holds what an earlier version has stored. This one goes on by itself once that is closed. */
export function StartBlocked() {
  return (
    <main>
      <EmptyState icon="alert-triangle" title={words().blocked.title}>
        {words().blocked.text}
      </EmptyState>
    </main>
  );
}
