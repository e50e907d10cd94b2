/**
 * Runs it one at a time. Asked for while it is under way it is never dropped: it runs once more afterwards, for what
 * it has looked at already may have changed since. Answers whether it has begun at once. It must not reject.
 */
export function coalesceRuns(run: () => Promise<void>): () => boolean {
  let isRunning = false;
  let isRequestedAgain = false;
  const requestRun = () => {
    if (isRunning) {
      isRequestedAgain = true;
      return false;
    }
    isRunning = true;
    void run().then(() => {
      isRunning = false;
      if (!isRequestedAgain) return;
      isRequestedAgain = false;
      requestRun();
    });
    return true;
  };
  return requestRun;
}
