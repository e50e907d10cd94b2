import { Text } from "@mantine/core";
import type { CallAnswer } from "@fieldfare/contract";
import type { listChangedLines } from "@fieldfare/contract/office";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { capitalise } from "../../ui/capitalise.ts";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import table from "../../ui/table.module.css";
import { useChangedLines } from "./queries.ts";
import { columnTitles, strings } from "./strings.ts";

interface ChangedLinesProps {
  readonly importId: string;
  /** How many lines change something, as the check has counted them. */
  readonly total: number;
}

/** Shows line by line which values of homes and tenants a file changes: as they are now, and as they would be. */
export function ChangedLines({ importId, total }: ChangedLinesProps) {
  const pages = useChangedLines(importId);
  const lines = pages.data?.pages.flatMap((page) => page.lines);
  return (
    <>
      <Text fw={600} mt="md" mb="xs">
        {strings.changesTitle}
      </Text>
      {pages.error && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
      {!lines && !pages.error && <LoadingRows label={strings.loading} count={4} height={36} />}
      {lines?.length === 0 && !pages.hasNextPage && <Text>{strings.changesGone}</Text>}
      {lines && lines.length > 0 && (
        <div className={table.scroll}>
          <table className={table.table} aria-label={strings.changesTitle}>
            <thead>
              <tr>
                <th scope="col">{strings.line}</th>
                <th scope="col">{strings.home}</th>
                <th scope="col">{strings.changesTitle}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ line, uprn, address, changes }) => (
                <tr key={line}>
                  <td>{line.toLocaleString("en-GB")}</td>
                  <td>
                    {address}
                    <Text size="xs" c="dimmed">
                      UPRN {uprn}
                    </Text>
                  </td>
                  <td>
                    {changes.map((change) => (
                      <div key={`${change.tenant} ${change.column}`}>{describe(change)}</div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {lines && (
        <MorePages pages={pages} label={strings.changesMore}>
          {strings.changesShown(lines.length, total)}
        </MorePages>
      )}
    </>
  );
}

type Change = CallAnswer<typeof listChangedLines>["lines"][number]["changes"][number];

function describe({ column, tenant, before, after }: Change): string {
  const change = strings.change(columnTitles[column], before, after);
  return tenant === null ? capitalise(change) : strings.ofTenant(tenant, change);
}
