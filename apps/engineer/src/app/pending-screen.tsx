import { Skeleton } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";

/** Shown while a screen's code is loading. */
export function PendingScreen() {
  return (
    <Page title="Fieldfare" bare>
      <Skeleton />
    </Page>
  );
}
