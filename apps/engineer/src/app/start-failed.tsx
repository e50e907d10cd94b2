import { useNoEarlyLock } from "../phone/no-early-lock.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/banner.tsx";
import { strings } from "./strings.ts";

/** Shown when the local database could not be opened. Nothing else can be shown then. */
export function StartFailed() {
  useNoEarlyLock();
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
