/** Keeps what was used last, up to a number of bytes. What is being made is made once for all who ask. */
export interface ByteCache<Value> {
  get(key: string, make: () => Promise<Value>): Promise<Value>;
}

export function createByteCache<Value>(
  most: number,
  bytesOf: (value: Value) => number,
): ByteCache<Value> {
  const kept = new Map<string, Value>();
  const making = new Map<string, Promise<Value>>();
  let held = 0;

  function keep(key: string, value: Value) {
    if (bytesOf(value) > most) return;
    kept.set(key, value);
    held += bytesOf(value);
    for (const [oldest, old] of kept) {
      if (held <= most) break;
      kept.delete(oldest);
      held -= bytesOf(old);
    }
  }

  return {
    get(key, make) {
      const value = kept.get(key);
      if (value !== undefined) {
        kept.delete(key);
        kept.set(key, value);
        return Promise.resolve(value);
      }
      const underWay = making.get(key);
      if (underWay) return underWay;
      const made = make().then((result) => {
        keep(key, result);
        return result;
      });
      making.set(key, made);
      const forget = () => making.delete(key);
      made.then(forget, forget);
      return made;
    },
  };
}
