import { expect, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { readDrafts } from "./storage.ts";

const address = "6 Record Row";

const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise(address);
  },
});

interface WatchedWindow extends Window {
  unsavedNotes: string[];
}

/** Runs in the page: records what the list of notes shows whenever it says that a note is not saved. */
function watchUnsavedNotes(): void {
  const unsavedNotes: string[] = [];
  (window as unknown as WatchedWindow).unsavedNotes = unsavedNotes;
  new MutationObserver(() => {
    if (document.querySelector("h1")?.textContent !== "Notes") return;
    const text = document.querySelector("main")?.innerText ?? "";
    if (text.includes("not saved yet")) unsavedNotes.push(text);
  }).observe(document.documentElement, { subtree: true, childList: true, characterData: true });
}

test("the list never shows the draft of a note that was saved, and Back leads from it to the job at once", async () => {
  const { phone, sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await phone.context.setOffline(true);
  await page.evaluate(watchUnsavedNotes);
  await page.getByRole("link", { name: /Engineer Notes/ }).click();
  const fillIn = async (description: string) => {
    await sam.button("Add").click();
    await page.getByLabel("Description").fill(description);
    await page.getByRole("radio", { name: "Private" }).check();
  };
  for (const description of ["First", "Second", "Third"]) {
    await fillIn(description);
    await sam.button("Submit").click();
    await sam.seesScreen("Notes");
    await expect(page.getByText(description, { exact: true })).toBeVisible();
  }
  expect(await page.evaluate(() => (window as unknown as WatchedWindow).unsavedNotes)).toEqual([]);
  await fillIn("Reloaded");
  await expect.poll(() => page.evaluate(readDrafts)).toContain('"isPublic":false');
  await page.reload();
  await expect(page.getByRole("radio", { name: "Private" })).toBeChecked();
  await sam.button("Submit").click();
  await sam.seesScreen("Notes");
  await page.goBack();
  await expect(page).toHaveURL(/\/jobs\/selected$/);
});

test("a record that is added at a direct address leads to its list", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.open("/jobs/selected/engineer/notes/add");
  await page.getByLabel("Description").fill("Direct");
  await page.getByRole("radio", { name: "Private" }).check();
  await sam.button("Submit").click();
  await sam.seesScreen("Notes");
  await expect(page.getByText("Direct", { exact: true })).toBeVisible();
});
