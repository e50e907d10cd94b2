import { type Device, type JobCard, readJobCards } from "@fieldfare/device";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { prefetch as prefetchRows, useDevice, useRowsOfStart } from "../../phone/device.tsx";
import { takeNewJobs } from "../../phone/new-jobs.ts";
import { useOpenJob } from "../../phone/open-job.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/loading.tsx";
import { EmptyState } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { showToast } from "../../ui/toast.tsx";
import { JobList } from "./job-list.tsx";
import { strings } from "./strings.ts";

const loadActions = () => import("./actions.ts");

/** Reads the rows of the job list before it is opened. */
export function prefetchScreen(device: Device): Promise<void> {
  return prefetchRows(device, readJobCards);
}

/** Lists all jobs of the engineer on this device, the active one first. */
export function JobsScreen() {
  const cards = useRowsOfStart(readJobCards);
  const open = useOpenJob();
  useOpenJobFromAddress(cards, open);
  const { refresh, isRefreshing } = useRefresh();
  const text = strings();
  return (
    <Page
      title={text.title}
      back="/"
      main={
        <Button kind="main" icon="refresh" busy={isRefreshing && text.refreshing} onClick={refresh}>
          {text.refresh}
        </Button>
      }
    >
      {cards === undefined && <Skeleton cards={4} />}
      {cards?.length === 0 && (
        <EmptyState icon="clipboard" title={text.empty.title}>
          {text.empty.text}
        </EmptyState>
      )}
      {cards !== undefined && cards.length > 0 && <JobList cards={cards} onOpen={open} />}
    </Page>
  );
}

/** Opens the job that the address names, once. The planner uses such an address. */
function useOpenJobFromAddress(
  cards: readonly JobCard[] | undefined,
  open: (card: JobCard) => void,
): void {
  const navigate = useNavigate();
  const { open: requestedJobId } = useSearch({ from: "/jobs" });
  useEffect(() => {
    if (requestedJobId === undefined || cards === undefined) return;
    const card = cards.find(({ jobId }) => jobId === requestedJobId);
    void navigate({ to: "/jobs", replace: true }).then(() => card && open(card));
  }, [cards, navigate, open, requestedJobId]);
}

function useRefresh() {
  const device = useDevice();
  const [isRefreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    const text = strings();
    try {
      const { fetchCommandsAndJobs } = await loadActions();
      const fetched = await fetchCommandsAndJobs(device);
      const added = fetched.ok ? takeNewJobs() : 0;
      if (!fetched.ok) showToast({ ...text.failed, kind: "warn", key: "refresh" });
      else if (added === 0) showToast({ ...text.noNew, key: "refresh" });
      else showToast({ text: text.added(added), kind: "good", key: "refresh" });
    } finally {
      setRefreshing(false);
    }
  };
  return { refresh, isRefreshing };
}
