import type { FormPage, FormSession, FormState } from "@fieldfare/forms";
import { startTransition, useEffect, useState } from "react";
import { frameScheduler } from "./frame-scheduler.ts";

/** After the form has made what the other pages show, and before most engineers turn a page. */
const drawAfterMs = 400;

/**
 * Returns the page that is shown and, some time after it, those next to it. They are drawn hidden, in pauses, so that a
 * turned page has only to be shown.
 */
export function useNearbyPages(
  session: FormSession,
  { page, pageName, pageCount }: FormState,
): readonly FormPage[] {
  const [nearby, setNearby] = useState<readonly FormPage[]>([]);
  useEffect(
    () =>
      frameScheduler.after(drawAfterMs, () =>
        startTransition(() => setNearby(session.nearbyPages())),
      ),
    [session, pageName, pageCount],
  );
  if (!page) return [];
  const isDrawn = nearby.some(({ name }) => name === pageName);
  return isDrawn ? nearby : [{ name: pageName, element: page }];
}
