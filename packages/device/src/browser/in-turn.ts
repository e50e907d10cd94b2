/**
 * Runs it one at a time. Asked for while it is under way it is never dropped: it runs once more afterwards, for what
 * it has looked at already may have changed since. Answers whether it has begun at once. It must not reject.
 */
export function inTurn(run: () => Promise<void>): () => boolean {
  let isUnderWay = false;
  let isAskedAgain = false;
  const ask = () => {
    if (isUnderWay) {
      isAskedAgain = true;
      return false;
    }
    isUnderWay = true;
    void run().then(() => {
      isUnderWay = false;
      if (!isAskedAgain) return;
      isAskedAgain = false;
      ask();
    });
    return true;
  };
  return ask;
}
