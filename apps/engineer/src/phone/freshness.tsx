import { Button } from "../ui/button.tsx";
import { formatDateTime } from "../ui/dates.ts";
import { Banner } from "../ui/notice.tsx";
import type { Freshness } from "./refresh.ts";
import { strings } from "./strings.ts";

/** Says that what is shown may be old, and from when it is. Nothing while it is fresh. */
export function FreshnessNote(props: {
  freshness: Freshness;
  /** Null: it was never seen on this device. */
  fetchedOn: string | null;
  onRetry: () => void;
}) {
  const text = strings().freshness;
  if (props.freshness === "fresh" || props.freshness === "asking") return null;
  const isOffline = props.freshness === "offline";
  return (
    <Banner tone={isOffline ? "info" : "warn"} title={isOffline ? text.offline : text.failed}>
      <p>{props.fetchedOn ? text.asOf(formatDateTime(props.fetchedOn)) : text.never}</p>
      <Button kind="plain" icon="refresh" onClick={props.onRetry}>
        {text.retry}
      </Button>
    </Banner>
  );
}
