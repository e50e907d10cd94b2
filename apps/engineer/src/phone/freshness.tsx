import { Button } from "../ui/button.tsx";
import { formatDateTime } from "./times.ts";
import { Banner } from "../ui/banner.tsx";
import type { Freshness } from "./refresh.ts";
import { strings } from "./work-strings.ts";

/** Says that the data on the screen may be old, and when it was fetched. Draws nothing while it is fresh. */
export function FreshnessNote(props: {
  freshness: Freshness;
  /** ISO 8601; null when this device has never fetched the data. */
  fetchedOn: string | null;
  /** What it says if the data was never fetched. */
  never?: string;
  onRetry: () => void;
}) {
  const text = strings().freshness;
  if (props.freshness === "fresh" || props.freshness === "loading") return null;
  const isOffline = props.freshness === "offline";
  return (
    <Banner tone={isOffline ? "info" : "warn"} title={isOffline ? text.offline : text.failed}>
      <p>
        {props.fetchedOn ? text.asOf(formatDateTime(props.fetchedOn)) : (props.never ?? text.never)}
      </p>
      <Button kind="plain" icon="refresh" onClick={props.onRetry}>
        {text.retry}
      </Button>
    </Banner>
  );
}
