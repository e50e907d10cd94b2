import { expect, type Page, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createPhoto } from "./image-files.ts";
import { listKeys } from "./storage.ts";

const address = "9 Sealed Row";
const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise(address);
  },
});
const noteText = "Boiler is behind the airing cupboard door";

/**
 * Runs in the page: everything that the browser stores for the app, as text: all databases, private files, caches and
 * `localStorage`.
 */
async function dumpStorage(): Promise<string> {
  const awaitRequest = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error));
    });
  const toText = (bytes: ArrayBuffer) => new TextDecoder("utf-8").decode(bytes);
  const parts: string[] = [
    JSON.stringify(Object.entries(localStorage)),
    JSON.stringify(Object.entries(sessionStorage)),
  ];
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await awaitRequest(indexedDB.open(name));
    for (const table of database.objectStoreNames) {
      const rows: unknown[] = await awaitRequest(
        database.transaction(table).objectStore(table).getAll(),
      );
      parts.push(
        JSON.stringify(rows, (_key, part: unknown) =>
          part instanceof ArrayBuffer ? toText(part) : part,
        ),
      );
    }
    database.close();
  }
  const readFolder = async (folder: FileSystemDirectoryHandle): Promise<void> => {
    for await (const entry of folder.values())
      if (entry.kind === "directory") await readFolder(entry);
      else parts.push(toText(await (await entry.getFile()).arrayBuffer()));
  };
  await readFolder(await navigator.storage.getDirectory());
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const isText = !/\.(ttf|woff2?|png|wasm)$/.test(request.url);
      if (isText) parts.push((await (await cache.match(request))?.text()) ?? "");
    }
  }
  return parts.join("\n");
}

/** Runs in the page: the stored blocks of the colleagues' names and phone numbers. */
function readContacts(): Promise<string[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open("fieldfare");
    opening.addEventListener("success", () => {
      const reading = opening.result.transaction("contact").objectStore("contact").getAll();
      reading.addEventListener("success", () => {
        opening.result.close();
        resolve(reading.result.map(({ text }: { text: string }) => text));
      });
    });
  });
}

/** A file of the journal may be replaced while the files are read: then all is read again. */
async function readStorage(page: Page): Promise<string> {
  let dump = "";
  await expect(async () => {
    dump = await page.evaluate(dumpStorage);
  }).toPass({ timeout: 30_000 });
  return dump;
}

interface StoredJob {
  readonly description: { readonly accessNotes: string | null } | null;
  readonly property: { readonly addressLine1: string; readonly postcode: string };
}

interface StoredTenant {
  readonly fullName: string;
  readonly phones: readonly { readonly phoneNumber?: string; readonly number?: string }[];
}

test("the storage of a phone names no tenant, address, phone number, note or key safe", async () => {
  const { phone, proxy, sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.open("/jobs/selected/engineer/notes/add");
  const chooser = page.waitForEvent("filechooser");
  await sam.button("Take photo").click();
  await (await chooser).setFiles([await createPhoto(page)]);
  await expect(page.getByRole("img", { name: /^Photo 1/ })).toBeVisible();
  await page.getByLabel("Description").pressSequentially(noteText);
  await expect
    .poll(async () => JSON.stringify(await page.evaluate(() => readStoredRows("draft"))))
    .toContain(noteText);

  const [jobs, tenants, job] = await page.evaluate(() =>
    Promise.all([
      readStoredRows<StoredJob>("job"),
      readStoredRows<StoredTenant>("propertyTenant"),
      readStoredRows<unknown>("job").then((rows) => JSON.stringify(rows)),
    ]),
  );
  const keySafes = [...job.matchAll(/[Kk]ey ?safe[^"]*/g)].map(([text]) => text);
  const secrets = new Set([
    noteText,
    address,
    ...keySafes,
    ...jobs.flatMap(({ description, property }) => [
      property.addressLine1,
      property.postcode,
      description?.accessNotes ?? "",
    ]),
    ...tenants.map(({ fullName }) => fullName),
    ...tenants.flatMap(({ phones }) =>
      phones.flatMap(({ phoneNumber = "", number = "" }) => [phoneNumber, number]),
    ),
  ]);
  secrets.delete("");
  expect(secrets.size).toBeGreaterThan(10);
  const dump = await readStorage(page);
  expect([...secrets].filter((secret) => dump.includes(secret))).toEqual([]);
  const [token] = await page.evaluate(() =>
    readStoredRows<{ tokenModel: { token: string; refreshToken: string } | null }>("token"),
  );
  const tokens = [token?.tokenModel?.token ?? "", token?.tokenModel?.refreshToken ?? ""];
  expect(tokens).not.toContain("");
  expect(tokens.filter((secret) => dump.includes(secret))).toEqual([]);

  // Somebody else opens the app.
  await sam.open("/jobs");
  await expect(sam.syncIndicator("All sent")).toBeVisible();
  await phone.quit();
  await phone.start();
  const found = sam.page();
  await found.goto(`${proxy.url}/jobs`);
  await sam.seesScreen("Unlock");
  const lockedDump = await readStorage(found);
  expect([...secrets, ...tokens].filter((secret) => lockedDump.includes(secret))).toEqual([]);
  const keys = await found.evaluate(listKeys);
  expect(keys).toEqual(expect.arrayContaining(["check", "send"]));
  expect(keys).not.toContain("data");
  const contacts = await found.evaluate(readContacts);
  expect(contacts.length).toBeGreaterThan(0);
  expect(contacts.filter((text) => !text.startsWith("sealed:"))).toEqual([]);
  await expect(found.evaluate(() => readStoredRows("job"))).rejects.toThrow("The app is locked");
  await sam.unlock();
  await sam.seesScreen("Jobs");
  await expect(sam.jobCard(address)).toBeVisible();
});
