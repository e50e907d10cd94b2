import type { JobRow } from "@fieldfare/device";
import { createContext, useContext } from "react";
import type { WhileSaving } from "../../phone/while-saving.ts";

/** The step of the selected job that is being saved, and what saves one. */
export interface JobSaving extends Pick<WhileSaving<JobRow>, "isSaving" | "save"> {
  /** The job as it is stored. Screens show the job as it will be. */
  readonly storedJob: JobRow;
}

const Context = createContext<JobSaving | null>(null);

export const JobSavingProvider = Context.Provider;

/** Throws outside of the screens of the selected job. */
export function useJobSaving(): JobSaving {
  const saving = useContext(Context);
  if (!saving) throw new Error("This screen is not one of the selected job");
  return saving;
}
