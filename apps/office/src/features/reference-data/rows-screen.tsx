import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  addReferenceRow,
  exportReferenceRows,
  type ReferenceRowAnswer,
  uploadPropertyImport,
  uploadReferenceImport,
} from "@fieldfare/contract/office";
import { referenceTable, referenceTableNames, type ReferenceTableName } from "@fieldfare/domain";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useMay } from "../../server/account.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { requestFile } from "../../server/request.ts";
import { useAction } from "../../server/use-action.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { DebouncedField } from "../../ui/debounced-field.tsx";
import { downloadFile } from "../../ui/download.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { LoadingRows } from "../../ui/loading-rows.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page } from "../../ui/page.tsx";
import toolbar from "../../ui/toolbar.module.css";
import { useReload, useRows, useTables } from "./queries.ts";
import styles from "./reference-data.module.css";
import { parseRowsSearch } from "./routes.ts";
import { RowDialog } from "./row-dialog.tsx";
import { RowTable } from "./row-table.tsx";
import { strings } from "./strings.ts";

/** The office browses the tables of reference data, and adds, changes and withdraws rows. */
export function RowsScreen() {
  const search = useSearch({ from: "/reference-data" });
  const navigate = useNavigate({ from: "/reference-data" });
  const may = useMay();
  const table = search.table ?? "parts";
  const { title, rowName, explanation } = referenceTable(table);
  const pages = useRows(table, search.search);
  const { data: tables } = useTables();
  const reload = useReload();
  // Null: another row is added. The dialog stays open when the list changes meanwhile, so that nothing typed is lost.
  const [opened, setOpened] = useState<{ readonly row: ReferenceRowAnswer | null } | null>(null);
  const rows = pages.data?.pages.flatMap((page) => page.rows);
  const total = tables?.find((each) => each.table === table)?.rows;
  const isFiltered = search.search !== undefined;
  const count = rows?.length;
  useEffect(() => {
    if (count !== undefined) announce(strings.shown(count, total, isFiltered));
  }, [count, total, isFiltered]);
  const download = useAction({
    mutationFn: () =>
      requestFile(exportReferenceRows, {
        params: { table },
        query: { ...(search.search !== undefined && { search: search.search }) },
      }),
    onSuccess: (file) => downloadFile(file, `${table}.csv`),
  });
  const close = (message?: string) => {
    setOpened(null);
    if (message === undefined) return;
    notifications.show({ color: "green", message });
    void reload();
  };
  return (
    <Page
      title={strings.title}
      aside={
        <>
          <ButtonLink to="/reference-data/alerts" variant="default" preload={false}>
            {strings.alerts}
          </ButtonLink>
          {may(uploadPropertyImport) && (
            <ButtonLink to="/homes/imports" variant="default" preload={false}>
              {strings.homes}
            </ButtonLink>
          )}
          <ButtonLink to="/reference-data/imports" variant="default" preload={false}>
            {strings.history}
          </ButtonLink>
          <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            {strings.export}
          </Button>
          {may(uploadReferenceImport) && (
            <ButtonLink
              to="/reference-data/import"
              search={{ table }}
              variant="default"
              preload={false}
            >
              {strings.import}
            </ButtonLink>
          )}
          {may(addReferenceRow) && (
            <Button onClick={() => setOpened({ row: null })}>{strings.add(rowName)}</Button>
          )}
        </>
      }
    >
      <div className={styles.layout}>
        <TableLinks current={table} tables={tables ?? []} />
        <div>
          <search className={toolbar.tools}>
            <DebouncedField
              key={table}
              className={toolbar.find ?? ""}
              type="search"
              label={strings.search}
              placeholder={strings.searchHint}
              description={explanation}
              maxLength={200}
              value={search.search ?? ""}
              onChange={(value) =>
                void navigate({
                  search: parseRowsSearch({ ...search, search: value }),
                  replace: true,
                })
              }
              data-page-search
            />
          </search>
          {download.error && <ErrorNotice error={download.error} />}
          {pages.error && <ErrorNotice error={pages.error} retry={() => void pages.refetch()} />}
          {!rows && !pages.error && <LoadingRows label={strings.loading} count={10} height={36} />}
          {rows?.length === 0 && (
            <Empty title={isFiltered ? strings.nothingFound : strings.empty(title)}>
              {isFiltered ? strings.nothingFoundAdvice : strings.emptyAdvice(rowName)}
            </Empty>
          )}
          {rows !== undefined && rows.length > 0 && (
            <>
              <RowTable
                // The rows of another table begin at the top.
                key={table}
                table={table}
                rows={rows}
                isStale={pages.isPlaceholderData}
                onOpen={may(addReferenceRow) ? (row) => setOpened({ row }) : null}
                onEnd={() => {
                  if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
                }}
              />
              <MorePages pages={pages} label="Show more rows">
                {strings.shown(rows.length, total, isFiltered)}
              </MorePages>
            </>
          )}
        </div>
      </div>
      {opened && <RowDialog table={table} row={opened.row} onClose={close} />}
    </Page>
  );
}

interface TableLinksProps {
  readonly current: ReferenceTableName;
  readonly tables: readonly { readonly table: ReferenceTableName; readonly rows: number }[];
}

function TableLinks({ current, tables }: TableLinksProps) {
  return (
    <nav className={styles.tables} aria-label={strings.tables}>
      {referenceTableNames.map((name) => {
        const rows = tables.find(({ table }) => table === name)?.rows;
        return (
          <Link
            key={name}
            to="/reference-data"
            search={{ table: name }}
            preload={false}
            {...(name === current && { "aria-current": "page" })}
          >
            {referenceTable(name).title}
            {rows !== undefined && (
              <span className={styles.count}>{rows.toLocaleString("en-GB")}</span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
