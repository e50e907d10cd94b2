/** The part of `indexedDB` that opening a database uses. */
export type Factory = Pick<IDBFactory, "open" | "deleteDatabase"> &
  Partial<Pick<IDBFactory, "databases">>;

/** Returns null when there is no database, and creates none. */
export function openNativeDatabase(factory: Factory, name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name);
    let isAbsent = false;
    request.addEventListener("upgradeneeded", () => {
      isAbsent = true;
      request.transaction?.abort();
    });
    request.addEventListener("success", () => {
      const database = request.result;
      database.addEventListener("versionchange", () => database.close());
      resolve(database);
    });
    request.addEventListener("error", (event) => {
      event.preventDefault();
      if (isAbsent) resolve(null);
      else reject(request.error ?? new Error("The database could not be opened"));
    });
  });
}

/** Deletes a database of IndexedDB. */
export function deleteDatabase(factory: Factory, name: string): Promise<unknown> {
  return awaitRequest(factory.deleteDatabase(name));
}

/** A request of IndexedDB as a promise. */
export function awaitRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("Unreadable")));
  });
}
