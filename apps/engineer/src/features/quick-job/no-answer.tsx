import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/banner.tsx";
import type { SearchProblem } from "./server-search.ts";
import { strings } from "./strings.ts";

/** Shown in a step that needs the server while it cannot be reached, or refuses. */
export function NoAnswer({ problem, onRetry }: { problem: SearchProblem; onRetry?: () => void }) {
  const text = strings();
  const texts = {
    offline: [text.offline, text.offlineText],
    failed: [text.failed, text.tryLater],
  } as const;
  const [title, advice] =
    problem === "offline" || problem === "failed"
      ? texts[problem]
      : [text.notAllowed, text.describeDisallowed(problem)];
  return (
    <Banner tone="warn" title={title} alert>
      <p>{advice}</p>
      {onRetry && (
        <Button icon="refresh" onClick={onRetry}>
          {text.retry}
        </Button>
      )}
    </Banner>
  );
}
