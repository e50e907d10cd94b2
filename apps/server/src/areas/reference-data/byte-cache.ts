/** Caches the most recently used values, up to a number of bytes. Concurrent requests for a value create it once. */
export interface ByteCache<Value> {
  get(key: string, make: () => Promise<Value>): Promise<Value>;
}

export function createByteCache<Value>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
): ByteCache<Value> {
  const cached = new Map<string, Value>();
  const pending = new Map<string, Promise<Value>>();
  let totalBytes = 0;

  function store(key: string, value: Value) {
    if (bytesOf(value) > maxBytes) return;
    cached.set(key, value);
    totalBytes += bytesOf(value);
    for (const [oldest, old] of cached) {
      if (totalBytes <= maxBytes) break;
      cached.delete(oldest);
      totalBytes -= bytesOf(old);
    }
  }

  return {
    get(key, make) {
      const value = cached.get(key);
      if (value !== undefined) {
        cached.delete(key);
        cached.set(key, value);
        return Promise.resolve(value);
      }
      const pendingValue = pending.get(key);
      if (pendingValue) return pendingValue;
      const creation = make().then((result) => {
        store(key, result);
        return result;
      });
      pending.set(key, creation);
      const clearPending = () => pending.delete(key);
      creation.then(clearPending, clearPending);
      return creation;
    },
  };
}
