import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/banner.tsx";
import { strings } from "./strings.ts";

/** Shown in a step that needs the server while it cannot be reached. */
export function NoAnswer({ isOffline, onRetry }: { isOffline: boolean; onRetry?: () => void }) {
  const text = strings();
  return (
    <Banner tone="warn" title={isOffline ? text.offline : text.failed} alert>
      <p>{isOffline ? text.offlineText : text.tryLater}</p>
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          {text.retry}
        </Button>
      )}
    </Banner>
  );
}
