import { type Device, type JobCard, readJobCards } from "@fieldfare/device";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { readAhead as readRowsAhead, useDevice, useRead } from "../../device/device.tsx";
import { speakRefusal } from "../../device/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/dialog.tsx";
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

/** Selects a job and goes to it; while another is active, says so and offers the way there. */
function useOpenJob(): (card: JobCard) => void {
  const device = useDevice();
  const navigate = useNavigate();
  const isOpening = useRef(false);
  const open = async ({ jobId }: JobCard) => {
    const { selectJob } = await loadActions();
    const selected = await selectJob(device, jobId);
    if (selected.ok) return navigate({ to: "/jobs/selected" });
    if (selected.refusal !== "another-job-active")
      return speakRefusal(selected.refusal, words().refusals);
    const { title, text, open: confirmation, stay } = words().oneActive;
    if (await confirm({ title, text, confirm: confirmation, cancel: stay }))
      await navigate({ to: "/jobs/selected" });
  };
  const latest = useRef(open);
  latest.current = open;
  return useCallback((card) => {
    if (isOpening.current) return;
    isOpening.current = true;
    void latest.current(card).finally(() => {
      isOpening.current = false;
    });
  }, []);
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
      if (!fetched.ok) showToast({ ...spoken.failed, kind: "warn", key: "refresh" });
      else if (fetched.value.added === 0) showToast({ ...spoken.noNew, key: "refresh" });
      else showToast({ text: spoken.added(fetched.value.added), kind: "good", key: "refresh" });
    } finally {
      setRefreshing(false);
    }
  };
  return { refresh, isRefreshing };
}
