import type { DBCore, Dexie, Middleware } from "dexie";

/** What ends each thing that runs now. */
const endings = new Set<() => void>();

/** True from the moment in which the page is left and kept until it is shown again. */
let isLeft = false;

/** A page of which something was ended does not know what was stored. */
let hasEnded = false;

/**
 * `end` is called if the page is left and kept before the returned function is called, or at once if it has been left
 * already: the notice that the page is hidden comes after that, and what it saves must not stay open either.
 */
export function endWhenLeft(end: () => void): () => void {
  if (isLeft) {
    hasEnded = true;
    end();
    return () => undefined;
  }
  endings.add(end);
  return () => endings.delete(end);
}

/**
 * A browser may keep a page that was left, to show it again at once. WebKit keeps it with its running transactions:
 * they never end, and the next page of the app would wait for them. So they are aborted, as if the page had been closed.
 * A page that is shown again after that is loaded again.
 */
export function watchPageCache(): void {
  window.addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) return;
    isLeft = true;
    if (endings.size > 0) hasEnded = true;
    for (const end of endings) end();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    isLeft = false;
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
