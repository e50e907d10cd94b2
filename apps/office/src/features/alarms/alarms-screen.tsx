import { formatCount } from "../../ui/count.ts";
import { NativeSelect, Skeleton } from "@mantine/core";
import { listAlarms } from "@fieldfare/contract/office";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useDevices } from "../../server/devices.ts";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { request } from "../../server/request.ts";
import { Empty } from "../../ui/empty.tsx";
import { announce } from "../../ui/live-region.tsx";
import { MorePages } from "../../ui/more-pages.tsx";
import { Page } from "../../ui/page.tsx";
import { useNow } from "../../ui/use-now.ts";
import { AlarmCard } from "./alarm-card.tsx";
import styles from "./alarms-screen.module.css";
import { type Alarm, alarmKinds, describeAlarm } from "./describe-alarm.ts";

const pageSize = 50;

/** Lists the alarms, newest first, of all kinds or of one. The address contains the chosen kind. */
export function AlarmsScreen() {
  const { kind } = useSearch({ from: "/alarms" });
  const navigate = useNavigate({ from: "/alarms" });
  const alarms = useAlarms(kind);
  const { data: devices } = useDevices();
  const now = useNow();
  const shown = alarms.data?.pages.flat();
  const count = shown?.length;
  useEffect(() => {
    if (count !== undefined) announce(`${formatCount(count, "alarm")} shown`);
  }, [count]);
  return (
    <Page title="Alarms">
      <NativeSelect
        className={styles.filters ?? ""}
        label="Kind"
        value={kind ?? ""}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: value ? { kind: value } : {}, replace: true })
        }
        data={[
          { value: "", label: "All alarms" },
          ...Object.entries(alarmKinds).map(([value, { title }]) => ({ value, label: title })),
        ]}
      />
      {alarms.error && <ErrorNotice error={alarms.error} retry={() => void alarms.refetch()} />}
      {!shown && !alarms.error && (
        <div role="status" aria-label="Alarms are loading">
          <Skeleton h={120} mb="md" />
          <Skeleton h={120} />
        </div>
      )}
      {shown?.length === 0 && (
        <Empty title={kind === undefined ? "There is no alarm" : "There is no alarm of this kind"}>
          Lost work, misused sign-ins, and tasks of the server that fail are listed here.
        </Empty>
      )}
      {shown?.map((alarm) => (
        <AlarmCard
          key={alarm.alarmId}
          alarm={alarm}
          device={devices?.find(({ deviceId }) => deviceId === describeAlarm(alarm).deviceId)}
          now={now}
        />
      ))}
      {shown !== undefined && shown.length > 0 && (
        <MorePages pages={alarms} label="Show older ones">
          {shown.length} shown, the newest first
        </MorePages>
      )}
    </Page>
  );
}

const newest: number | null = null;

function useAlarms(kind: string | undefined) {
  return useInfiniteQuery({
    queryKey: ["alarms", kind],
    queryFn: ({ pageParam, signal }) =>
      request(listAlarms, {
        signal,
        query: {
          limit: String(pageSize),
          ...(kind !== undefined && { kind }),
          ...(pageParam !== null && { before: String(pageParam) }),
        },
      }),
    initialPageParam: newest,
    getNextPageParam: (page: readonly Alarm[]) =>
      page.length === pageSize ? (page.at(-1)?.alarmId ?? null) : null,
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? 60_000 : false),
  });
}
