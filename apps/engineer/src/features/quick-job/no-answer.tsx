import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/banner.tsx";
import type { SearchProblem } from "./server-search.ts";
import { strings } from "./strings.ts";

/** Shown in a step that needs the server while it cannot be reached, or refuses. */
export function NoAnswer({ problem, onRetry }: { problem: SearchProblem; onRetry?: () => void }) {
  const text = strings();
  const titles = { offline: text.offline, "not-allowed": text.notAllowed, failed: text.failed };
  const advice = {
    offline: text.offlineText,
    "not-allowed": text.notAllowedText,
    failed: text.tryLater,
  };
  return (
    <Banner tone="warn" title={titles[problem]} alert>
      <p>{advice[problem]}</p>
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          {text.retry}
        </Button>
      )}
    </Banner>
  );
}
