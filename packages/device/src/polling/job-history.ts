import { getJobs } from "@fieldfare/contract";
import { done } from "@fieldfare/domain";
import { act, type ActionRefusal } from "../actions/act.ts";
import { callServer } from "../api/call.ts";
import type { CallFailure } from "../api/failure.ts";
import { type Device, forCurrentEngineer } from "../device.ts";

type HistoryRefresh =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: CallFailure | { readonly kind: ActionRefusal } };

/**
 * Fetches the completed jobs at the property of a job that this device holds, and stores them with the time. The rest of
 * the job stays as it is. The server answers for open jobs only: of any other the stored history stays.
 */
export async function refreshJobHistory(unbound: Device, jobId: string): Promise<HistoryRefresh> {
  const device = forCurrentEngineer(unbound);
  const answer = await callServer(device, getJobs, { query: { recovery: "true", jobId } });
  if (!answer.ok) return answer;
  const history = answer.value.jobs.find((job) => job.jobId === jobId)?.history;
  if (!history) return { ok: true };
  const stored = await act(device, ["job"], async ({ unit, at }) => {
    const job = await unit.database.job.get(jobId);
    if (job) await unit.put("job", { ...job, history, historyOn: at.toISOString() });
    return done(true);
  });
  return stored.ok ? { ok: true } : { ok: false, failure: { kind: stored.refusal } };
}
