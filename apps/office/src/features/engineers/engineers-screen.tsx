import { formatCount } from "../../ui/count.ts";
import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { putOperative } from "@fieldfare/contract/office";
import { normaliseForSearch } from "@fieldfare/domain";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useMay } from "../../server/account.ts";
import { describeDevice, type Device, useDevices } from "../../server/devices.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { useOperatives } from "../../server/names.ts";
import { AnchorLink } from "../../ui/anchor-link.tsx";
import { formatAge, formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Page } from "../../ui/page.tsx";
import { Pill } from "../../ui/pill.tsx";
import { moveThroughRows } from "../../ui/row-keys.ts";
import table from "../../ui/table.module.css";
import { useNow } from "../../ui/use-now.ts";
import { AddDialog } from "./add-dialog.tsx";
import { DeviceState, needsAttention, UnsentWork } from "./device-state.tsx";
import type { Operative } from "./queries.ts";
import { strings } from "./strings.ts";
import { LoadingRows } from "../../ui/loading-rows.tsx";

interface Row {
  readonly operative: Operative;
  readonly device: Device | null;
}

/**
 * Lists the engineers, one row for each phone, and one for an engineer without any. The planner can search, and see
 * only what needs attention.
 */
export function EngineersScreen() {
  const search = useSearch({ from: "/engineers" });
  const navigate = useNavigate({ from: "/engineers" });
  const operatives = useOperatives();
  const devices = useDevices();
  const now = useNow();
  const may = useMay();
  const [isAdding, setIsAdding] = useState(false);
  const error = operatives.error ?? devices.error;
  const rows =
    operatives.data && devices.data ? buildRows(operatives.data, devices.data) : undefined;
  const shown = rows?.filter(
    (row) =>
      (search.attention !== "yes" || isRowOfAttention(row, now)) && matches(row, search.find ?? ""),
  );
  const count = shown?.length;
  useEffect(() => {
    if (count !== undefined) announce(formatCount(count, "row"));
  }, [count]);

  return (
    <Page
      title={strings.title}
      aside={
        may(putOperative) && <Button onClick={() => setIsAdding(true)}>{strings.form.add}</Button>
      }
    >
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
      <Group mb="md" align="end">
        <TextInput
          w={360}
          type="search"
          label={strings.find}
          defaultValue={search.find ?? ""}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              search: ({ attention }) => ({
                ...(attention && { attention }),
                ...(value && { find: value }),
              }),
              replace: true,
            })
          }
          data-page-search
        />
        <Checkbox
          mb={8}
          label={strings.attentionOnly}
          checked={search.attention === "yes"}
          onChange={({ currentTarget: { checked } }) =>
            void navigate({
              search: ({ find }) => ({
                ...(find !== undefined && { find }),
                ...(checked && { attention: "yes" as const }),
              }),
              replace: true,
            })
          }
        />
      </Group>
      {error && (
        <ErrorNotice
          error={error}
          retry={() => void Promise.all([operatives.refetch(), devices.refetch()])}
        />
      )}
      {!rows && !error && <LoadingRows label={strings.loading} count={6} height={36} />}
      {rows?.length === 0 && <Empty title={strings.nobody}>{strings.nobodyAdvice}</Empty>}
      {rows && rows.length > 0 && shown?.length === 0 && (
        <Empty title={strings.nothingFound}>{strings.nothingFoundAdvice}</Empty>
      )}
      {shown && shown.length > 0 && (
        <div className={table.scroll}>
          <table className={table.table} aria-label={strings.title} onKeyDown={moveThroughRows}>
            <thead>
              <tr>
                <th scope="col">{strings.engineer}</th>
                <th scope="col">{strings.device}</th>
                <th scope="col">{strings.state}</th>
                <th scope="col">{strings.version}</th>
                <th scope="col">{strings.lastContact}</th>
                <th scope="col">{strings.unsent}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <EngineerRow
                  key={row.device?.deviceId ?? row.operative.fieldOperativeId}
                  row={row}
                  now={now}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Page>
  );
}

function EngineerRow({
  row: { operative, device },
  now,
}: {
  readonly row: Row;
  readonly now: number;
}) {
  const { fieldOperativeId, name, disabledOn } = operative;
  return (
    <tr>
      <td>
        <AnchorLink to="/engineers/$fieldOperativeId" params={{ fieldOperativeId }} data-row-link>
          {name}
        </AnchorLink>{" "}
        {disabledOn !== null && <Pill tone="danger">{strings.disabled}</Pill>}
      </td>
      <td>{device ? describeDevice(device) : strings.noDevice}</td>
      <td>{device && <DeviceState device={device} isDisabled={disabledOn !== null} />}</td>
      <td>{device?.appVersion ?? ""}</td>
      <td>{device && <LastContact device={device} now={now} />}</td>
      <td>{device && <UnsentWork device={device} now={now} />}</td>
    </tr>
  );
}

function LastContact({ device, now }: { readonly device: Device; readonly now: number }) {
  const { lastContactOn } = device;
  if (lastContactOn === null) return strings.never;
  return <span title={formatMoment(lastContactOn)}>{formatAge(lastContactOn, now)}</span>;
}

/** One row for each device, and one for an engineer without any. */
function buildRows(operatives: readonly Operative[], devices: readonly Device[]): Row[] {
  return operatives.flatMap((operative): Row[] => {
    const own = devices.filter(
      ({ fieldOperativeId }) => fieldOperativeId === operative.fieldOperativeId,
    );
    return own.length > 0
      ? own.map((device) => ({ operative, device }))
      : [{ operative, device: null }];
  });
}

function isRowOfAttention({ operative, device }: Row, now: number): boolean {
  return operative.disabledOn !== null || (device !== null && needsAttention(device, now));
}

function matches({ operative, device }: Row, find: string): boolean {
  const texts = [operative.name, operative.email, device ? describeDevice(device) : ""];
  const searched = normaliseForSearch(texts.join(" "));
  return normaliseForSearch(find)
    .split(/\s+/)
    .every((word) => searched.includes(word));
}
