import { expect, test } from "@playwright/test";
import { formIds } from "@fieldfare/domain";
import { setUpFixture } from "./fixture.ts";
import { createPhoto } from "./image-files.ts";
import { writeFormBundle } from "./planted-forms.ts";
import { readDrafts } from "./storage.ts";

const address = "8 Camera Row";
const form = `/jobs/selected/form/${formIds.alarmTest}`;
let jobId: string;

const fixture = setUpFixture({
  prepare: async (office) => {
    ({ jobId } = await office.raise(address));
  },
});

const question = (name: string) => fixture.sam.page().getByRole("group", { name });
const photosOf = (name: string) => question(name).getByRole("img", { name: /^Photo \d+, taken/ });

/** Opens the camera of a question and leaves it without a photo, as the browser itself reports it. */
async function cancelCamera(name: string) {
  const { phone, sam } = fixture;
  const devtools = await phone.context.newCDPSession(sam.page());
  await devtools.send("Page.setInterceptFileChooserDialog", { enabled: true, cancel: true });
  await question(name).getByRole("button", { name: "Take photo" }).click();
  await sam.seesToast(/^No photo was added\./);
  await devtools.send("Page.setInterceptFileChooserDialog", { enabled: false });
  await devtools.detach();
}

test("after a camera was cancelled, a photo that is taken elsewhere goes to its own question, also after a reload", async () => {
  const { sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site", "Access"] as const) await sam.step(label);
  await sam.open("/jobs/selected/forms");
  await sam.button("Add").click();
  const dialog = sam.dialog("Find a Form");
  await dialog.getByRole("combobox").fill("alarm test");
  await dialog.getByRole("option", { name: /^Alarm test/ }).click();
  await dialog.getByRole("button", { name: "Submit" }).click();
  await sam.seesToast("Form added");
  const photos = { type: "file", allowMultiple: true, maxFiles: 5 };
  await page.evaluate(writeFormBundle, {
    jobId,
    customFormId: formIds.alarmTest,
    name: "Cameras",
    pages: [
      {
        name: "page",
        elements: [
          { ...photos, name: "meter", title: "Meter" },
          { ...photos, name: "flue", title: "Flue" },
        ],
      },
    ],
  });
  await sam.open(form);
  // The cancelled camera alone begins no form, and leaves nothing for a photo to go to.
  await cancelCamera("Meter");
  await expect.poll(() => page.evaluate(readDrafts)).not.toContain("meter");
  const chooser = page.waitForEvent("filechooser");
  await question("Flue").getByRole("button", { name: "Take photo" }).click();
  await (await chooser).setFiles([await createPhoto(page)]);
  await expect(photosOf("Flue")).toHaveCount(1);
  await expect(photosOf("Meter")).toHaveCount(0);
  await expect.poll(() => page.evaluate(readDrafts)).toContain('"flue":[{');

  await sam.dismissToasts();
  await cancelCamera("Meter");
  await expect.poll(() => page.evaluate(readDrafts)).toContain('"camera":null');
  await page.reload();
  await expect(photosOf("Flue")).toHaveCount(1);
  await expect(photosOf("Meter")).toHaveCount(0);
});
