import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";

/**
 * Returns the attributes of a link to a job's page, for screens with hundreds of them: a link of the router also follows
 * where the user is, which takes longer than drawing it.
 */
export function useJobLink(jobId: string) {
  const router = useRouter();
  return {
    href: `${router.basepath}/jobs/${jobId}`,
    onClick: (event: MouseEvent) => {
      // The browser opens another tab or window by itself.
      const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      event.preventDefault();
      void router.navigate({ to: "/jobs/$jobId", params: { jobId } });
    },
  };
}
