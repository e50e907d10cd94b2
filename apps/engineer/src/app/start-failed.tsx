import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { words } from "./words.ts";

/** The local database could not be opened: nothing else can be shown. */
export function StartFailed() {
  return (
    <main>
      <EmptyState icon="alert-octagon" title={words().startFailed}>
        {words().startFailedText}
      </EmptyState>
      <Button kind="main" onClick={() => location.reload()}>
        {words().tryAgain}
      </Button>
    </main>
  );
}
