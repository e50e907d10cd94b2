/** Runs in the page: the bytes of space that the device has reserved. */
export function countReservedSpace(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("fieldfare");
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const counting = opening.result.transaction("ballast").objectStore("ballast").count();
      counting.addEventListener("success", () => {
        opening.result.close();
        resolve(counting.result);
      });
    });
  });
}

/** Runs in the page: fills the quota with other data of the same origin, to the last kilobyte. */
export async function fillStorage(): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("filler", 1);
    opening.addEventListener("upgradeneeded", () =>
      opening.result.createObjectStore("rows", { autoIncrement: true }),
    );
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => resolve(opening.result));
  });
  const put = (size: number) =>
    new Promise<boolean>((resolve) => {
      const writing = database.transaction("rows", "readwrite");
      writing.objectStore("rows").add(crypto.getRandomValues(new Uint8Array(size)));
      writing.addEventListener("complete", () => resolve(true));
      writing.addEventListener("abort", () => resolve(false));
    });
  for (const size of [50_000, 5_000, 500, 50]) while (await put(size));
  database.close();
}

/** Runs in the page: the stored drafts, as JSON. */
export async function readDrafts(): Promise<string> {
  return JSON.stringify(await readStoredRows("draft"));
}

/** Runs in the page: the ids of a job's stored images. */
export function readImageIds(jobId: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const images = opening.result.transaction("image").objectStore("image");
      const reading = images.index("jobId").getAllKeys(jobId);
      reading.addEventListener("success", () => {
        opening.result.close();
        resolve(reading.result as string[]);
      });
    });
  });
}

/** Runs in the page: adds a form to a job, as if it had been filled in. */
export async function putForm({ jobId, form }: { jobId: string; form: object }): Promise<void> {
  const stored = await readStoredRows<{ jobId: string }>("job");
  const job = stored.find((row) => row.jobId === jobId);
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const writing = opening.result.transaction("job", "readwrite");
      writing.objectStore("job").put({ ...job, customForms: [form] });
      writing.addEventListener("error", () => reject(writing.error));
      writing.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

/** Runs in the page of a training build: the queued export, as base64. */
export async function readWaitingExport(): Promise<string> {
  const pieces = await readStoredRows<{ bytes: ArrayBuffer }>(
    "exportPiece",
    "fieldfare.user-emulation",
    "fieldfare-emulation",
  );
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve((reader.result as string).split(",")[1] ?? ""));
    reader.readAsDataURL(new Blob(pieces.map(({ bytes }) => bytes)));
  });
}

/** Runs in the page: deletes the token's row, as a browser that lost it; no screen is notified. */
export function removeToken(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("error", () => reject(opening.error));
    opening.addEventListener("success", () => {
      const writing = opening.result.transaction("token", "readwrite");
      writing.objectStore("token").clear();
      writing.addEventListener("error", () => reject(writing.error));
      writing.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

/**
 * Runs in the page: everything that the browser stores for the site as text, read below the app: the rows of all
 * databases, the files, the caches and the small stores. Bytes are read as text.
 */
export async function readEverythingStored(): Promise<string> {
  const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  const awaitRequest = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });
  const decode = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await awaitRequest(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = await awaitRequest(database.transaction(store).objectStore(store).getAll());
      texts.push(
        JSON.stringify(rows, (_key, value: unknown) =>
          value instanceof ArrayBuffer ? decode(value) : value,
        ),
      );
    }
    database.close();
  }
  const readFolder = async (folder: FileSystemDirectoryHandle): Promise<void> => {
    for await (const [name, entry] of folder.entries()) {
      texts.push(name);
      if (entry.kind === "directory") await readFolder(entry);
      else texts.push(decode(await (await entry.getFile()).arrayBuffer()));
    }
  };
  await readFolder(await navigator.storage.getDirectory());
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      if (!/\.(js|css|woff2|png|svg|ico)$/.test(new URL(request.url).pathname)) {
        const response = await cache.match(request);
        texts.push(request.url, (await response?.text()) ?? "");
      }
    }
  }
  return texts.join("\n");
}

/** Runs in the page: the keys that lie as they are in the engineer's database. */
export function listKeys(): Promise<string[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(`fieldfare-${localStorage.getItem("fieldfare.user")}`);
    opening.addEventListener("success", () => {
      const reading = opening.result.transaction("sealKey").objectStore("sealKey").getAllKeys();
      reading.addEventListener("success", () => {
        opening.result.close();
        resolve(reading.result.map(String));
      });
    });
  });
}
