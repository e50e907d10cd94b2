import type { ReactNode } from "react";
import { type DraftReader, useDraft } from "../../phone/drafts.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import type { Entry } from "./record-form.tsx";
import { useRequiredAction } from "./selected-job.tsx";

type EntryTarget<V extends object> = Pick<Entry<V>, "job" | "kind" | "title" | "list" | "original">;

/** The common part of an entry. The form adds how it is checked and saved. */
export type EntryBase<V extends object> = EntryTarget<V> & Pick<Entry<V>, "draft" | "initial">;

/** Opens an entry with the draft that was saved before. Leaves the screen when the work may not be edited. */
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

/** The entry screen while its record or draft is read. */
export function EntryLoading({ title, list }: { title: string; list: string }) {
  return (
    <Page title={title} back={list}>
      <Skeleton cards={1} />
    </Page>
  );
}
