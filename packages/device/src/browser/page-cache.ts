import type { DBCore, Dexie, Middleware } from "dexie";

/** What ends each thing that runs now. */
const endings = new Set<() => void>();

/** `end` is called if the page is left and kept before the returned function is called. */
export function endWhenLeft(end: () => void): () => void {
  endings.add(end);
  return () => endings.delete(end);
}

/**
 * A browser may keep a page that was left, to show it again at once. WebKit keeps it with its running transactions:
 * they never end, and the next page of the app would wait for them. So they are aborted, as if the page had been closed.
 * A page that is shown again after that is loaded anew, since it does not know what was stored.
 */
export function watchPageCache(): void {
  let hasEnded = false;
  window.addEventListener("pagehide", ({ persisted }) => {
    if (!persisted || endings.size === 0) return;
    hasEnded = true;
    for (const end of endings) end();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && hasEnded) location.reload();
  });
}

/** Aborts the running transactions of a database when the page is left and kept. */
export function abortWhenLeft(database: Dexie): void {
  const middleware: Middleware<DBCore> = {
    stack: "dbcore",
    name: "page-cache",
    create: (core) => ({
      ...core,
      transaction(...options) {
        const transaction = core.transaction(...options);
        if (transaction instanceof IDBTransaction) {
          const release = endWhenLeft(() => abort(transaction));
          for (const ended of ["complete", "abort"]) transaction.addEventListener(ended, release);
        }
        return transaction;
      },
    }),
  };
  database.use(middleware);
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed, and ends without the page.
  }
}
