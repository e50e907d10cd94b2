import { expect, test } from "@playwright/test";
import { setUpFixture } from "./fixture.ts";
import { createPhoto } from "./image-files.ts";
import { inspect } from "./inspection.ts";

const textAddress = "1 Two Tabs Row";
const plainAddress = "2 Two Tabs Row";
const sent = "Nobody in";
const unsent = "A neighbour has the key";

const fixture = setUpFixture({
  prepare: async (office) => {
    for (const address of [textAddress, plainAddress]) await office.raise(address);
  },
});

/** Opens the screen No Access of a job, and enters all that it asks for. */
async function enterNoAccess(address: string) {
  const { sam } = fixture;
  const page = sam.page();
  await sam.openJob(address);
  for (const label of ["Start Travel", "On-Site"] as const) await sam.step(label);
  await sam.open("/jobs/selected/noaccess");
  await page.getByLabel("No Access Reason").selectOption({ index: 1 });
  const chooser = page.waitForEvent("filechooser");
  await sam.button("Take photo").click();
  await (await chooser).setFiles([await createPhoto(page)]);
  await expect(page.getByRole("img", { name: /^Photo 1/ })).toBeVisible();
  await page.getByLabel("Notes").fill(sent);
}

test("text that is typed in a second tab is kept and shown when the first tab ends the visit without access", async () => {
  const { proxy, phone, sam } = fixture;
  const page = sam.page();
  await sam.openJobs();
  await enterNoAccess(textAddress);

  const other = await phone.context.newPage();
  await other.goto(`${proxy.url}/jobs/selected/noaccess`);
  await expect(other.getByLabel("Notes")).toHaveValue(sent);
  await other.getByLabel("Notes").fill(unsent);
  await page.bringToFront();
  await sam.button("Close Job").click();

  for (const tab of [other, page]) {
    await tab.bringToFront();
    const notice = tab.getByRole("dialog", { name: /^Job .* has been closed$/ });
    await expect(notice).toContainText("You ended this visit while text was typed in another tab");
    await expect(notice).toContainText(unsent);
    await expect(notice).toContainText("You can read it again under Alerts.");
  }
  await inspect(page, "text was not sent");
  await sam.answer(/^Job .* has been closed$/, "Confirm");
  await expect(other.getByRole("dialog")).toBeHidden();
  await other.close();
  await sam.open("/alerts");
  await expect(page.getByRole("link", { name: /^Text not sent/ })).toContainText(unsent);
});

test("a second tab says that the visit was ended in another tab", async () => {
  const { proxy, phone, sam } = fixture;
  await sam.open("/jobs");
  await enterNoAccess(plainAddress);
  const other = await phone.context.newPage();
  await other.goto(`${proxy.url}/jobs/selected/where`);
  await expect(other.getByRole("heading", { level: 1, name: "Where" })).toBeVisible();
  await sam.page().bringToFront();
  await sam.button("Close Job").click();
  await sam.seesToast("Job closed");
  await other.bringToFront();
  await expect(other.getByText("This visit was ended in another tab.")).toBeVisible();
  await expect(other.getByRole("heading", { level: 1, name: "Jobs" })).toBeVisible();
  await expect(sam.page().getByText("This visit was ended in another tab.")).toBeHidden();
});
