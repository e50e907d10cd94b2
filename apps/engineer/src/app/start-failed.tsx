import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { strings } from "./strings.ts";

/** The local database could not be opened: nothing else can be shown. */
export function StartFailed() {
  return (
    <main>
      <EmptyState icon="alert-octagon" title={strings().startFailed}>
        {strings().startFailedText}
      </EmptyState>
      <Button kind="main" onClick={() => location.reload()}>
        {strings().tryAgain}
      </Button>
    </main>
  );
}
