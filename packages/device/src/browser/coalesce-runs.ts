/**
 * Runs `run` one at a time. A call while it is under way is never dropped: `run` then runs once
 * more, because what it has already read may have changed. The returned function tells whether the
 * run began at once. `run` must not reject.
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
