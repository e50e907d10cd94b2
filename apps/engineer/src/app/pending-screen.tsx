import { Skeleton } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";

/** While a screen's own code is on its way. */
export function PendingScreen() {
  return (
    <Page title="Fieldfare" bare>
      <Skeleton />
    </Page>
  );
}
