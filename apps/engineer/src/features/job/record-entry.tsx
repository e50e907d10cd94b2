import type { ReactNode } from "react";
import { type Kept, useDraft } from "../../device/drafts.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import type { Entry } from "./record-form.tsx";
import { useRequiredAction } from "./selected-job.tsx";

type Place<V extends object> = Pick<Entry<V>, "job" | "kind" | "title" | "list" | "original">;

/** What an entry begins with; its form adds how it is checked and saved. */
export type Begun<V extends object> = Place<V> & Pick<Entry<V>, "draft" | "initial">;

/** Where something of the job is entered, while the work may be edited: with what was being entered before. */
export function RecordEntry<V extends object>(
  props: Place<V> & {
    parse: (kept: Kept, original: V) => V;
    children: (begun: Begun<V>) => ReactNode;
  },
) {
  const { parse, children, ...place } = props;
  const { isAllowed } = useRequiredAction(place.job, "edit-work");
  const draft = useDraft(place.job.jobId, place.kind, (kept) => parse(kept, place.original));
  if (isAllowed && draft.initial) return children({ ...place, draft, initial: draft.initial });
  return <EntryLoading title={place.title} list={place.list} />;
}

/** The screen while what it is for is read. */
export function EntryLoading({ title, list }: { title: string; list: string }) {
  return (
    <Page title={title} back={list}>
      <Skeleton cards={1} />
    </Page>
  );
}
