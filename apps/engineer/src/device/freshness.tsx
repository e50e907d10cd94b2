import { Button } from "../ui/button.tsx";
import { formatDateTime } from "../ui/dates.ts";
import { Banner } from "../ui/notice.tsx";
import type { Freshness } from "./refresh.ts";
import { words } from "./words.ts";

/** Says that what is shown may be old, and from when it is. Nothing while it is fresh. */
export function FreshnessNote(props: {
  freshness: Freshness;
  /** Null: it was never seen on this device. */
  seenOn: string | null;
  onRetry: () => void;
}) {
  const spoken = words().freshness;
  if (props.freshness === "fresh" || props.freshness === "asking") return null;
  const isOffline = props.freshness === "offline";
  return (
    <Banner tone={isOffline ? "info" : "warn"} title={isOffline ? spoken.offline : spoken.failed}>
      <p>{props.seenOn ? spoken.asOf(formatDateTime(props.seenOn)) : spoken.never}</p>
      <Button kind="plain" icon="refresh" onClick={props.onRetry}>
        {spoken.retry}
      </Button>
    </Banner>
  );
}
