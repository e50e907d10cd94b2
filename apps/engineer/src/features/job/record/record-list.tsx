import { isAvailable } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import type { PlainPath } from "../../../ui/screen-address.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { EmptyState } from "../../../ui/banner.tsx";
import { RecordGroup } from "../../../ui/record-card.tsx";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";

interface Group<R> {
  /** Omitted when all records are of one kind. */
  readonly title?: string;
  readonly records: readonly R[];
}

type Row<R> = { readonly title: string; readonly count: number } | { readonly record: R };

/** The records in one section of the job, with a button to add one while the work may be edited. */
export function RecordList<R>(
  props: JobScreen & {
    /** The key under which the scroll position is remembered. */
    name: string;
    icon: IconName;
    text: {
      readonly title: string;
      readonly empty: string;
      readonly emptyHint: string;
      readonly add: string;
    };
    /** The screen that adds a record. */
    add: PlainPath;
    /** Undefined while the records are read. */
    groups: readonly Group<R>[] | undefined;
    getKey: (record: R) => string | number;
    /** The estimated height of a card in pixels, before it has been drawn. */
    estimate: number;
    children: (record: R) => ReactNode;
  },
) {
  const { job, text, groups } = props;
  const navigate = useNavigate();
  const rows = groups?.flatMap(buildRows);
  return (
    <JobPage
      job={job}
      title={text.title}
      main={
        <Button kind="main" icon="plus" onClick={() => void navigate({ to: props.add })}>
          {text.add}
        </Button>
      }
    >
      {!rows && <Skeleton />}
      {rows?.length === 0 && (
        <EmptyState icon={props.icon} title={text.empty}>
          {isAvailable("edit-work", job) && text.emptyHint}
        </EmptyState>
      )}
      {rows && (
        <LongList
          name={props.name}
          rows={rows}
          getKey={(row) => ("title" in row ? row.title : props.getKey(row.record))}
          estimate={(row) => ("title" in row ? 52 : props.estimate)}
        >
          {(row) =>
            "title" in row ? (
              <RecordGroup title={row.title} count={row.count} />
            ) : (
              props.children(row.record)
            )
          }
        </LongList>
      )}
    </JobPage>
  );
}

/** A group without records has no heading. */
function buildRows<R>({ title, records }: Group<R>): readonly Row<R>[] {
  const rows = records.map((record) => ({ record }));
  const isNamed = title !== undefined && records.length > 0;
  return isNamed ? [{ title, count: records.length }, ...rows] : rows;
}
