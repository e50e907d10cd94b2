import { LRUCache } from "lru-cache";

/** Caches the most recently used values, up to a number of bytes. Concurrent requests for a value create it once. */
export interface ByteCache<Value> {
  get(key: string, make: () => Promise<Value>): Promise<Value>;
}

/** A cache of values that have bytes. Those not used for longest go when there are more than `maxBytes`. */
export function createByteCache<Value extends { readonly bytes: Buffer }>(
  maxBytes: number,
): ByteCache<Value> {
  const cached = new LRUCache<string, Value>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  // The library's own `fetch` rejects a value that is still being created when others need its place.
  const pending = new Map<string, Promise<Value>>();

  async function create(key: string, make: () => Promise<Value>): Promise<Value> {
    try {
      const value = await make();
      cached.set(key, value);
      return value;
    } finally {
      pending.delete(key);
    }
  }

  return {
    async get(key, make) {
      const value = cached.get(key) ?? pending.get(key);
      if (value) return value;
      const creation = create(key, make);
      pending.set(key, creation);
      return creation;
    },
  };
}
