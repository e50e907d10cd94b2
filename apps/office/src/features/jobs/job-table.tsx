import {
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { useOperativeName } from "../../server/names.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Pill, type Tone } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import {
  type ColumnId,
  describeReceived,
  jobColumns,
  type ListedJob,
  readStatus,
  statusNames,
} from "./columns.ts";
import styles from "./jobs-screen.module.css";
import { type JobsSearch, type JobsSearchChange, readHiddenColumns } from "./routes.ts";
import { strings } from "./strings.ts";

const features = tableFeatures({ columnVisibilityFeature });
const helper = createColumnHelper<typeof features, ListedJob>();

/** The columns that are drawn otherwise than in a file. */
const cells: Readonly<Partial<Record<ColumnId, (job: ListedJob) => ReactNode>>> = {
  formattedJobId: (job) => (
    <AnchorLink to="/jobs/$jobId" params={{ jobId: job.jobId }} data-row-link>
      {job.formattedJobId}
    </AnchorLink>
  ),
  appointmentDateTime: (job) => formatMoment(job.appointmentDateTime),
  status: (job) => (
    <>
      <Pill tone={statusTones[readStatus(job)] ?? "neutral"}>
        {statusNames[readStatus(job)] ?? job.status}
      </Pill>{" "}
      {job.isOnHold && <Pill tone="warn">On hold</Pill>}
    </>
  ),
  received: (job) => {
    const text = describeReceived(job);
    return text && <Pill tone={job.missing ? "danger" : "good"}>{text}</Pill>;
  },
};

const statusTones: Readonly<Record<string, Tone>> = {
  Travelling: "current",
  OnSite: "current",
  AccessGained: "current",
  Closed: "good",
};

const columns = helper.columns(
  jobColumns.map(({ id, label, read }) =>
    helper.display({
      id,
      header: label,
      cell: ({ row: { original } }) => {
        const draw = cells[id];
        return draw ? draw(original) : <JobText job={original} read={read} />;
      },
    }),
  ),
);

interface JobTextProps {
  readonly job: ListedJob;
  readonly read: (typeof jobColumns)[number]["read"];
}

function JobText({ job, read }: JobTextProps) {
  return read(job, useOperativeName());
}

interface JobTableProps {
  readonly jobs: ListedJob[];
  readonly search: JobsSearch;
  readonly change: (changes: JobsSearchChange) => void;
  /** The jobs are those of other filters: the new ones are loading. */
  readonly isStale: boolean;
}

/** The list of jobs without the columns that the user has hidden. */
export function JobTable({ jobs, search, change, isStale }: JobTableProps) {
  const hidden = readHiddenColumns(search);
  const grid = useTable({
    features,
    columns,
    data: jobs,
    getRowId: ({ jobId }) => jobId,
    state: { columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])) },
  });
  return (
    <div className={`${table.scroll} ${isStale ? styles.stale : ""}`} aria-busy={isStale}>
      <table
        className={`${table.table} ${styles.table}`}
        aria-label={strings.table}
        onKeyDown={moveThroughRows}
      >
        <thead>
          {grid.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <ColumnHeading key={header.id} id={header.id} search={search} change={change}>
                  <grid.FlexRender header={header} />
                </ColumnHeading>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {grid.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getVisibleCells().map((cell) => (
                <td
                  key={cell.id}
                  {...(cell.column.id === "address" && { className: styles.address })}
                >
                  <grid.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnHeadingProps extends Pick<JobTableProps, "search" | "change"> {
  readonly id: string;
  readonly children: ReactNode;
}

/** The headings of the columns by which the server sorts are buttons. */
function ColumnHeading({ id, search, change, children }: ColumnHeadingProps) {
  const order = search.order ?? "newest";
  if (id === "formattedJobId") {
    const isSorted = order === "reference";
    return (
      <th scope="col" aria-sort={isSorted ? "ascending" : "none"}>
        <button
          type="button"
          className={table.sort}
          title={strings.sortedByReference}
          onClick={() => change({ order: isSorted ? undefined : "reference" })}
        >
          {children} {isSorted ? "▲" : "↕"}
        </button>
      </th>
    );
  }
  if (id === "appointmentDateTime") {
    const direction = { newest: "descending", oldest: "ascending", reference: "none" } as const;
    const sign = { newest: "▼", oldest: "▲", reference: "↕" } as const;
    return (
      <th scope="col" aria-sort={direction[order]}>
        <button
          type="button"
          className={table.sort}
          title={order === "newest" ? strings.oldestFirst : strings.newestFirst}
          onClick={() => change({ order: order === "newest" ? "oldest" : undefined })}
        >
          {children} {sign[order]}
        </button>
      </th>
    );
  }
  return <th scope="col">{children}</th>;
}
