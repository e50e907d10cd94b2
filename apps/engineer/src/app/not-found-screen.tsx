import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/banner.tsx";
import { Page } from "../ui/page.tsx";
import { strings } from "./strings.ts";

/** Shown for an address without a screen. The engineer can only go to the home screen. */
export function NotFoundScreen() {
  return (
    <Page
      title={strings().notFoundTitle}
      bare
      main={
        <ButtonLink kind="main" to="/">
          {strings().home}
        </ButtonLink>
      }
    >
      <EmptyState icon="map-pin" title={strings().notFound} />
    </Page>
  );
}
