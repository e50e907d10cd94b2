import { useNavigate } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { ask } from "../ui/dialog.tsx";
import { useDevice } from "./device.tsx";
import { toastRefusal } from "./refusals.ts";
import { setTabJob } from "./tab-job.ts";
import { strings } from "./work-strings.ts";

/** Loads the code that selects a job. It is a chunk of its own because the list is drawn without it. */
const loadSelectJob = () => import("./select-job.ts");

/** Selects a job and opens it. While another job is active, it offers to open that one or to view this one. */
export function useOpenJob(): (job: { readonly jobId: string }) => void {
  const device = useDevice();
  const navigate = useNavigate();
  const isOpening = useRef(false);
  const open = async ({ jobId }: { readonly jobId: string }) => {
    const { selectJob } = await loadSelectJob();
    const selected = await selectJob(device, jobId);
    if (selected.ok) {
      setTabJob(device, jobId);
      return navigate({ to: "/jobs/selected" });
    }
    const text = strings().visit;
    if (selected.refusal !== "another-job-active")
      return toastRefusal(selected.refusal, { "not-found": text.gone });
    const { title, text: explanation, open: confirm, look, stay } = text.oneActive;
    const answer = await ask({ title, text: explanation, confirm, extra: look, cancel: stay });
    if (answer === true) {
      setTabJob(device, null);
      await navigate({ to: "/jobs/selected" });
    }
    if (answer === "extra") await navigate({ to: "/jobs/view/$jobId", params: { jobId } });
  };
  const latest = useRef(open);
  latest.current = open;
  return useCallback((job) => {
    if (isOpening.current) return;
    isOpening.current = true;
    void latest.current(job).finally(() => {
      isOpening.current = false;
    });
  }, []);
}
