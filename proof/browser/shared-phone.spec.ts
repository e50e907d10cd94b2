import { expect, test } from "@playwright/test";
import { alexEmail, createEngineer, type Engineer } from "./engineer.ts";
import { carriesStatus } from "./fault-proxy.ts";
import { setUpFixture } from "./fixture.ts";
import { inspect } from "./inspection.ts";
import { readFirstDialog } from "./moves.ts";

const address = "8 Shared Phone Street";
const ofAnother = "1 message of another engineer waits on this phone";
const isSentLater = "It is saved, and is sent when the engineer who recorded it signs in.";

let alex: Engineer;

const fixture = setUpFixture({
  prepare: async (office) => {
    await office.raise(address);
  },
});

test.afterEach(() => fixture.proxy.inject());

const signOut = async (engineer: Engineer) => {
  await engineer.open("/signout");
  const signedOut = engineer.page().getByText("You've been signed out");
  const confirmation = engineer.button("Sign out");
  await expect(signedOut.or(confirmation)).toBeVisible();
  if (await confirmation.isVisible()) await confirmation.click();
  await expect(signedOut).toBeVisible();
};

test("what an engineer has not sent is named while another is signed in, and is sent at the next sign-in", async () => {
  const { proxy, phone, sam } = fixture;
  const page = sam.page();
  proxy.inject(({ path }) => (carriesStatus(path) ? { kind: "lost" } : undefined));
  await sam.openJobs();
  await sam.openJob(address);
  await sam.step("Start Travel");
  await expect(sam.syncIndicator("1 waiting")).toBeVisible();
  await signOut(sam);
  alex = createEngineer(phone, proxy.url, alexEmail);
  await alex.install();
  proxy.inject();
  await expect(alex.syncIndicator("All sent")).toBeVisible();
  const firstText = readFirstDialog(page);
  await alex.syncIndicator("All sent").click();
  const messages = alex.dialog("Messages");
  await expect(messages.getByText("The server has received all of your messages.")).toBeVisible();
  await expect(messages.getByText(ofAnother)).toBeVisible();
  await expect(messages.getByText(isSentLater)).toBeVisible();
  expect(await firstText).toContain(ofAnother);
  await inspect(page, "Messages of another engineer");
  await alex.closeDialog("Messages");
  await alex.open("/settings/messages");
  await expect(page.getByText("No messages of yours waiting")).toBeVisible();
  await expect(page.getByText(ofAnother)).toBeVisible();
  await inspect(page, "Message queue with messages of another engineer");
  await signOut(alex);
  await sam.open("/");
  await sam.signIn();
  await sam.seesScreen("Home");
  await sam.sentAll();
  await sam.syncIndicator("All sent").click();
  await expect(messages.getByText("The server has received all of your messages.")).toBeVisible();
  await expect(messages.getByText(ofAnother)).toBeHidden();
  await sam.closeDialog("Messages");
});

test("after an offline sign-in and a reload, the app says to sign in again when there is a network, and offers it then", async () => {
  const { phone, sam } = fixture;
  const page = sam.page();
  const saved = page.getByText("Your work is saved here until then.");
  await phone.context.setOffline(true);
  await signOut(sam);
  await alex.open("/login");
  await alex.signIn();
  await alex.seesScreen("Home");
  await signOut(alex);
  await sam.open("/login");
  await sam.signIn();
  await sam.seesScreen("Home");
  await expect(saved).toBeHidden();
  await sam.open("/jobs");
  await sam.seesScreen("Jobs");
  await expect(saved).toBeVisible();
  await expect(page.getByText("Sign in again when there is a network.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeHidden();
  await inspect(page, "A sign-in that is needed when there is a network");
  await phone.context.setOffline(false);
  await expect(page.getByText("Sign in again.", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await sam.signIn();
  await sam.seesScreen("Home");
  await expect(saved).toBeHidden();
});
