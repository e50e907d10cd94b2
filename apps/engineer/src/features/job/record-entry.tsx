import type { ReactNode } from "react";
import { type DraftReader, useDraft } from "../../phone/drafts.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import type { Entry } from "./record-form.tsx";
import { useRequiredAction } from "./selected-job.tsx";

type EntryTarget<V extends object> = Pick<Entry<V>, "job" | "kind" | "title" | "list" | "original">;

/** What an entry begins with; its form adds how it is checked and saved. */
export type EntryBase<V extends object> = EntryTarget<V> & Pick<Entry<V>, "draft" | "initial">;

/** Where something of the job is entered, while the work may be edited: with what was being entered before. */
export function RecordEntry<V extends object>(
  props: EntryTarget<V> & {
    parse: (saved: DraftReader, original: V) => V;
    children: (base: EntryBase<V>) => ReactNode;
  },
) {
  const { parse, children, ...target } = props;
  const { isAllowed } = useRequiredAction(target.job, "edit-work");
  const draft = useDraft(target.job.jobId, target.kind, (saved) => parse(saved, target.original));
  if (isAllowed && draft.initial) return children({ ...target, draft, initial: draft.initial });
  return <EntryLoading title={target.title} list={target.list} />;
}

/** The screen while what it is for is read. */
export function EntryLoading({ title, list }: { title: string; list: string }) {
  return (
    <Page title={title} back={list}>
      <Skeleton cards={1} />
    </Page>
  );
}
