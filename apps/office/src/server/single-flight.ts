/**
 * Returns a function that starts work, and does nothing while what it started before is under way. Who starts the work says
 * what happens when it fails.
 */
export function singleFlight(): (start: () => Promise<unknown>) => void {
  let isRunning = false;
  return (start) => {
    if (isRunning) return;
    isRunning = true;
    const end = () => {
      isRunning = false;
    };
    start().then(end, end);
  };
}
