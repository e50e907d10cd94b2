declare global {
  /**
   * Reads the rows of a table of the signed-in engineer, as they were before they were sealed. Tests
   * that look into the phone's storage, or plant something there, use it in the page.
   */
  var readStoredRows: <T>(table: string, userKey?: string, databaseName?: string) => Promise<T[]>;
}

/** Runs in each page before its own scripts. */
export function defineReadStoredRows(): void {
  const awaitRequest = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });
  type Row = Record<string, unknown>;
  type Marked = { readonly $bytes?: number };
  globalThis.readStoredRows = async <T>(
    table: string,
    userKey = "fieldfare.user",
    databaseName = "fieldfare",
  ): Promise<T[]> => {
    const name = `${databaseName}-${localStorage.getItem(userKey)}`;
    const database = await awaitRequest(indexedDB.open(name));
    const reading = database.transaction([table, "sealKey"]);
    const [rows, keys] = await Promise.all([
      awaitRequest<Row[]>(reading.objectStore(table).getAll()),
      awaitRequest<{ name: string; key: ArrayBuffer }[]>(reading.objectStore("sealKey").getAll()),
    ]);
    database.close();
    const held = sessionStorage.getItem(userKey.replace(".user", ".data-key"))?.split(" ")[1];
    const importKey = (name: string, text = "") => {
      const raw =
        keys.find((row) => row.name === name)?.key ??
        Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      return raw.byteLength === 0
        ? null
        : crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["decrypt"]);
    };
    const [data, send] = await Promise.all([importKey("data", held), importKey("send")]);
    const additionalData = new TextEncoder().encode(table);
    const open = async ({ sealed, ...plain }: Row): Promise<Row> => {
      if (!(sealed instanceof ArrayBuffer))
        return { ...plain, ...(sealed !== undefined && { sealed }) };
      const key = new Uint8Array(sealed)[0] === 1 ? data : send;
      if (!key) throw new Error(`The app is locked: ${table}`);
      const iv = sealed.slice(1, 13);
      const algorithm = { name: "AES-GCM", iv, additionalData };
      const payload = await crypto.subtle.decrypt(algorithm, key, sealed.slice(13));
      const length = new DataView(payload).getUint32(0);
      let offset = 4 + length;
      const hidden = JSON.parse(
        new TextDecoder().decode(payload.slice(4, offset)),
        (_key, part: unknown) => {
          const size = (part as Marked | null)?.$bytes;
          if (typeof size !== "number") return part;
          offset += size;
          return payload.slice(offset - size, offset);
        },
      ) as Row;
      return { ...hidden, ...plain };
    };
    return Promise.all(rows.map(open)) as Promise<T[]>;
  };
}
