import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { words } from "./words.ts";

export function NotFoundScreen() {
  return (
    <Page
      title={words().notFoundTitle}
      bare
      main={
        <ButtonLink kind="main" to="/">
          {words().home}
        </ButtonLink>
      }
    >
      <EmptyState icon="map-pin" title={words().notFound} />
    </Page>
  );
}
