import { useNavigate } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { ask } from "../ui/dialog.tsx";
import { useDevice } from "./device.tsx";
import { speakRefusal } from "./refusals.ts";
import { words } from "./words.ts";

/** What selecting a job needs, in a chunk of its own: the list stands before anything is done with it. */
const loadSelect = () => import("./select-job.ts");

/** Selects a job and goes to it; while another is active, says so and offers the way there or a look at this one. */
export function useOpenJob(): (job: { readonly jobId: string }) => void {
  const device = useDevice();
  const navigate = useNavigate();
  const isOpening = useRef(false);
  const open = async ({ jobId }: { readonly jobId: string }) => {
    const { selectJob } = await loadSelect();
    const selected = await selectJob(device, jobId);
    if (selected.ok) return navigate({ to: "/jobs/selected" });
    const text = words().visit;
    if (selected.refusal !== "another-job-active")
      return speakRefusal(selected.refusal, { "not-found": text.gone });
    const { title, text: explanation, open: confirm, look, stay } = text.oneActive;
    const answer = await ask({ title, text: explanation, confirm, extra: look, cancel: stay });
    if (answer === true) await navigate({ to: "/jobs/selected" });
    if (answer === "extra") await navigate({ to: `/jobs/view/${jobId}` });
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
