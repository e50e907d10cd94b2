import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/notice.tsx";
import { words } from "./words.ts";

/** A step that needs the server, which could not be asked. */
export function NoAnswer({ isOffline, onRetry }: { isOffline: boolean; onRetry?: () => void }) {
  const spoken = words();
  return (
    <Banner tone="warn" title={isOffline ? spoken.offline : spoken.failed} alert>
      <p>{isOffline ? spoken.offlineText : spoken.tryLater}</p>
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          {spoken.retry}
        </Button>
      )}
    </Banner>
  );
}
