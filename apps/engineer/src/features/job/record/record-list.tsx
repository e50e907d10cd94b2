import { readRecordDrafts, type UnsavedEntity } from "@fieldfare/device";
import { isAvailable } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import type { PlainPath, ScreenAddress } from "../../../ui/screen-address.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { LongList } from "../../../ui/long-list.tsx";
import { Banner, EmptyState } from "../../../ui/banner.tsx";
import { RecordGroup } from "../../../ui/record-card.tsx";
import { JobPage } from "../job-page.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import styles from "./record-list.module.css";

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
    entity: UnsavedEntity;
    text: {
      readonly title: string;
      readonly empty: string;
      readonly emptyHint: string;
      readonly add: string;
      /** Says that a new record, or the change of one, is not saved yet. */
      readonly notSaved: { readonly added: string; readonly changed: string };
    };
    /** Shown before the records, which then are not all that there is. False: there is nothing. */
    first?: ReactNode;
    /** The screen that adds a record. */
    add: PlainPath;
    /** The screen that changes the record. */
    edit: (id: string) => ScreenAddress;
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
      {isAvailable("edit-work", job) && <Drafts {...props} />}
      {props.first}
      {!rows && <Skeleton />}
      {rows?.length === 0 && !props.first && (
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

/** The records that were begun or changed and not saved, each with a link to its screen. */
function Drafts(
  props: JobScreen & {
    entity: UnsavedEntity;
    text: { readonly notSaved: { readonly added: string; readonly changed: string } };
    add: PlainPath;
    edit: (id: string) => ScreenAddress;
  },
) {
  const { job, entity, text } = props;
  const device = useDevice();
  const drafts = useLive(
    () => readRecordDrafts(device, job.jobId, entity),
    [device, job.jobId, entity],
  );
  return drafts?.map(({ recordId, text: typed }) => (
    <Banner
      key={recordId}
      tone="warn"
      title={recordId === null ? text.notSaved.added : text.notSaved.changed}
    >
      {typed !== "" && (
        <p className={styles.typed} dir="auto">
          {typed}
        </p>
      )}
      <ButtonLink to={recordId === null ? props.add : props.edit(recordId)}>
        {strings().openDraft}
      </ButtonLink>
    </Banner>
  ));
}

/** A group without records has no heading. */
function buildRows<R>({ title, records }: Group<R>): readonly Row<R>[] {
  const rows = records.map((record) => ({ record }));
  const isNamed = title !== undefined && records.length > 0;
  return isNamed ? [{ title, count: records.length }, ...rows] : rows;
}
