import type { PlainPath } from "./screen-address.ts";
import { Skeleton } from "./loading.tsx";
import { Page } from "./page.tsx";

/** A screen while its content is read. */
export function LoadingPage(props: {
  title: string;
  back?: PlainPath;
  bare?: boolean;
  cards?: number;
}) {
  const { cards = 1, ...page } = props;
  return (
    <Page {...page}>
      <Skeleton cards={cards} />
    </Page>
  );
}
