import { expect, test } from "@playwright/test";
import { pin } from "./engineer.ts";
import { setUpFixture } from "./fixture.ts";
import { gasAppliances } from "./gas-record.ts";
import { createPhoto } from "./image-files.ts";
import { isInJournal, wipeDatabases } from "./phone-profile.ts";

const address = "9 Draft Row";
const noteText = "Flue joints and the seals of the case checked";
const registration = "271828";

const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise(address, {
      jobCategoryId: 1,
      jobDetailTypeId: 12,
      property: { assets: gasAppliances },
    });
  },
});

test("what was typed and not saved is restored after the browser was killed and its database wiped", async () => {
  const { phone, sam } = fixture;
  let page = sam.page();
  const isJournaled = (text: string) => expect.poll(() => isInJournal(phone.profile, text));
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.open("/jobs/selected/forms");
  await page.getByRole("link", { name: /gas safety record/ }).click();
  await page.getByLabel("Gas Safe registration number").fill("");
  await page.getByLabel("Gas Safe registration number").pressSequentially(registration);
  await isJournaled(registration).toBe(true);
  await sam.open("/jobs/selected/engineer/notes/add");
  const chooser = page.waitForEvent("filechooser");
  await sam.button("Take photo").click();
  await (await chooser).setFiles([await createPhoto(page)]);
  await expect(page.getByRole("img", { name: /^Photo 1/ })).toBeVisible();
  await page.getByRole("radio", { name: "Public" }).check();
  await page.getByLabel("Description").pressSequentially(noteText);
  await isJournaled(noteText).toBe(true);

  await phone.kill();
  await wipeDatabases(phone.profile);
  await phone.start();
  page = sam.page();
  await sam.open("/");
  await sam.seesToast("The browser had lost its data. Your unsent work has been restored.");
  await sam.signIn({ pin });
  await sam.seesScreen("Home");
  await sam.open("/jobs/selected/engineer/notes/add");
  await expect(page.getByLabel("Description")).toHaveValue(noteText);
  await expect(page.getByRole("radio", { name: "Public" })).toBeChecked();
  await expect(page.getByRole("img", { name: /^Photo 1/ })).toBeVisible();
  await sam.open("/jobs/selected/forms");
  await page.getByRole("link", { name: /gas safety record/ }).click();
  await expect(page.getByLabel("Gas Safe registration number")).toHaveValue(registration);
});
