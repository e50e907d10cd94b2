import type { JobRow } from "@fieldfare/device";
import { mayReadNotes } from "@fieldfare/domain";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

/** Opens the hub when the notes may not be read: access has not been gained, or the job is on hold. */
export function useNoteAccess(job: JobRow): boolean {
  const navigate = useNavigate();
  const isOpen = mayReadNotes(job);
  useEffect(() => {
    if (!isOpen) void navigate({ to: "/jobs/selected", replace: true });
  }, [isOpen, navigate]);
  return isOpen;
}
