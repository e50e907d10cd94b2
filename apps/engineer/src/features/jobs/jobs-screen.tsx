import { type Device, type JobCard, readJobCards } from "@fieldfare/device";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { readAhead as readRowsAhead, useDevice, useRead } from "../../device/device.tsx";
import { takeNewJobs } from "../../device/new-jobs.ts";
import { useOpenJob } from "../../device/open-job.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { EmptyState } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { JobList } from "./job-list.tsx";
import { words } from "./words.ts";

const loadActions = () => import("./actions.ts");

export function readAhead(device: Device): void {
  void readRowsAhead(device, readJobCards);
}

/** All jobs of the engineer on this device, the current one first. */
export function JobsScreen() {
  const cards = useRead(readJobCards);
  const open = useOpenJob();
  useJobOfAddress(cards, open);
  const { refresh, isRefreshing } = useRefresh();
  const spoken = words();
  return (
    <Page
      title={spoken.title}
      back="/"
      main={
        <Button
          kind="main"
          icon="refresh"
          busy={isRefreshing && spoken.refreshing}
          onClick={refresh}
        >
          {spoken.refresh}
        </Button>
      }
    >
      {cards === undefined && <Skeleton cards={4} />}
      {cards?.length === 0 && (
        <EmptyState icon="clipboard" title={spoken.empty.title}>
          {spoken.empty.text}
        </EmptyState>
      )}
      {cards !== undefined && cards.length > 0 && <JobList cards={cards} onOpen={open} />}
    </Page>
  );
}

/** Opens the job that the address names, once: the planner leads to it this way. */
function useJobOfAddress(
  cards: readonly JobCard[] | undefined,
  open: (card: JobCard) => void,
): void {
  const navigate = useNavigate();
  const search: { readonly open?: unknown } = useSearch({ strict: false });
  const wanted = search.open;
  useEffect(() => {
    if (wanted === undefined || cards === undefined) return;
    const card = cards.find(({ jobId }) => jobId === wanted);
    void navigate({ to: "/jobs", replace: true }).then(() => card && open(card));
  }, [cards, navigate, open, wanted]);
}

function useRefresh() {
  const device = useDevice();
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    const spoken = words();
    try {
      const { refreshJobs } = await loadActions();
      const fetched = await refreshJobs(device);
      const added = fetched.ok ? takeNewJobs() : 0;
      if (!fetched.ok) showToast({ ...spoken.failed, kind: "warn", key: "refresh" });
      else if (added === 0) showToast({ ...spoken.noNew, key: "refresh" });
      else showToast({ text: spoken.added(added), kind: "good", key: "refresh" });
    } finally {
      setRefreshing(false);
    }
  };
  return { refresh, isRefreshing };
}
