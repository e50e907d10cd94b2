/** Runs in the page: the space that the device keeps to give up. */
export function countBallast(): Promise<number> {
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

/** Runs in the page: other data of the same origin takes all the room there is, to the last kilobyte. */
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
