import { formatCount } from "../../ui/count.ts";
import { Button, Skeleton } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperatives } from "../../server/names.ts";
import { useAction } from "../../server/use-action.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatExactMoment } from "../../ui/dates.ts";
import { downloadFile } from "../../ui/download.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page } from "../../ui/page.tsx";
import table from "../../ui/table.module.css";
import { useNow } from "../../ui/use-now.ts";
import { AuditFilters } from "./audit-filters.tsx";
import styles from "./audit-screen.module.css";
import { buildFilters, readFirstDay } from "./filters.ts";
import { type AuditEntry, loadAuditCsv, useAudit } from "./queries.ts";
import { type AuditSearchChange, parseAuditSearch } from "./routes.ts";
import { describeType, listChangedValues } from "./values.ts";

/**
 * Shows who changed or read what, newest first; without a filter, today's entries. All that match can be downloaded as
 * CSV, oldest first, not only those shown.
 */
export function AuditScreen() {
  const search = useSearch({ from: "/audit" });
  const navigate = useNavigate({ from: "/audit" });
  const now = useNow();
  const filters = buildFilters(search, now);
  const audit = useAudit(filters);
  const shown = audit.data?.pages.flatMap(({ events }) => events);
  const count = shown?.length;
  const csv = useAction({
    mutationFn: () => loadAuditCsv(filters),
    onSuccess: (file) => downloadFile(file, "audit.csv"),
  });
  const change = (changes: AuditSearchChange) =>
    void navigate({ search: parseAuditSearch({ ...search, ...changes }), replace: true });
  useEffect(() => {
    if (count !== undefined) announce(`${formatCount(count, "entry", "entries")} shown`);
  }, [count]);

  return (
    <Page
      title="Audit"
      aside={
        <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
          Download CSV (all that match)
        </Button>
      }
    >
      <AuditFilters
        search={search}
        firstDay={readFirstDay(search, now)}
        change={change}
        entries={shown ?? []}
      />
      {csv.error && <ErrorNotice error={csv.error} />}
      {audit.error && <ErrorNotice error={audit.error} retry={() => void audit.refetch()} />}
      {!shown && !audit.error && (
        <div role="status" aria-label="Entries are loading">
          <Skeleton h={240} />
        </div>
      )}
      {shown?.length === 0 && (
        <Empty title="No entry matches">
          Choose an earlier day, or remove a filter. Every change by the office and the server is
          recorded, and who read documents, images and exports.
        </Empty>
      )}
      {shown && shown.length > 0 && (
        <>
          <EntryTable
            entries={shown}
            isStale={audit.isPlaceholderData}
            chooseActor={(actor) => change({ actor })}
          />
          <MorePages pages={audit} label="Show more">
            {shown.length} shown, the newest first{audit.hasNextPage && "; there are more"}
          </MorePages>
        </>
      )}
    </Page>
  );
}

interface EntryTableProps {
  readonly entries: readonly AuditEntry[];
  /** The entries are those of other filters: the new ones are loading. */
  readonly isStale: boolean;
  readonly chooseActor: (accountId: string) => void;
}

function EntryTable({ entries, isStale, chooseActor }: EntryTableProps) {
  return (
    <div className={`${table.scroll} ${isStale ? styles.stale : ""}`} aria-busy={isStale}>
      <table className={table.table} aria-label="Audit">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">About</th>
            <th scope="col">From where</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.sequence}>
              <td className={table.nowrap}>{formatExactMoment(entry.at)}</td>
              <td>
                <Actor actor={entry.actor} chooseActor={chooseActor} />
              </td>
              <td>
                {describeType(entry.type)}
                <Values entry={entry} />
              </td>
              <td>
                <Subject entry={entry} />
              </td>
              <td>
                {entry.address ?? ""}
                {entry.deviceId !== null && <div className={styles.id}>{entry.deviceId}</div>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ActorProps extends Pick<EntryTableProps, "chooseActor"> {
  readonly actor: AuditEntry["actor"];
}

function Actor({ actor, chooseActor }: ActorProps) {
  if (!actor) return "The server";
  return (
    <button
      type="button"
      className={table.sort}
      title="Show only what this person did"
      onClick={() => chooseActor(actor.accountId)}
    >
      {actor.name}
    </button>
  );
}

function Values({ entry: { before, after, type, sequence } }: { readonly entry: AuditEntry }) {
  const values = listChangedValues(before, after);
  if (values.length === 0) return null;
  const count = formatCount(values.length, "value");
  return (
    <details>
      <summary aria-label={`${count} of ${describeType(type)}, entry ${sequence}`}>{count}</summary>
      <ul className={styles.values}>
        {values.map(({ name, before: old, after: now }) => (
          <li key={name}>
            <strong>{name}</strong>: {describeChange(old, now)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function describeChange(before: string | null, after: string | null): string {
  if (before === null) return after ?? "";
  return after === null ? `${before}, removed` : `${before} → ${after}`;
}

/** What was changed or read. What has a page of its own leads there. */
function Subject({ entry: { object, fieldOperativeId } }: { readonly entry: AuditEntry }) {
  const { data: operatives } = useOperatives();
  const engineer = operatives?.find((each) => each.fieldOperativeId === fieldOperativeId);
  return (
    <>
      {object.type === "job" ? (
        <AnchorLink to="/jobs/$jobId" params={{ jobId: object.id }}>
          Job
        </AnchorLink>
      ) : (
        describeType(object.type)
      )}
      {engineer && (
        <>
          {" of "}
          <AnchorLink
            to="/engineers/$fieldOperativeId"
            params={{ fieldOperativeId: engineer.fieldOperativeId }}
          >
            {engineer.name}
          </AnchorLink>
        </>
      )}
      <div className={styles.id}>{object.id}</div>
    </>
  );
}
