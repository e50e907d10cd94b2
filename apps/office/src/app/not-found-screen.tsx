import { AnchorLink } from "../ui/anchor-link.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";

/** Shown for an address without a page, with a link to the jobs. */
export function NotFoundScreen() {
  return (
    <Page title="Page not found">
      <Empty title="There is no page at this address">
        <AnchorLink to="/jobs">Go to the jobs</AnchorLink>
      </Empty>
    </Page>
  );
}
