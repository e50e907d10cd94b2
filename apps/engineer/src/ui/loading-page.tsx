import { Skeleton } from "./loading.tsx";
import { Page, type PageProps } from "./page.tsx";

/** A screen while its content is read. */
export function LoadingPage(props: {
  title: string;
  back?: NonNullable<PageProps["back"]>;
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
