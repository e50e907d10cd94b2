import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "@playwright/test";
import { finishProviderSignIn } from "@fieldfare/contract";
import {
  identityClient,
  type IdentityProvider,
  startIdentityProvider,
} from "../../apps/server/src/testing/identity-provider.ts";
import { createEngineer, type Engineer, samEmail } from "./engineer.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { inspect } from "./inspection.ts";
import { type Office, openOffice } from "./office.ts";
import { type Phone, startPhone } from "./phone.ts";
import { startFromSnapshot } from "./make-snapshot.ts";
import type { System } from "./system.ts";

const subject = "sam-at-the-landlord";
const newPin = "739104";
const address = "7 Provider Lock";

let provider: IdentityProvider;
let system: System;
let proxy: FaultProxy;
let phone: Phone;
let sam: Engineer;
let office: Office;
let jobCount: number;
let jobId: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  provider = await startIdentityProvider();
  setSam({});
  // Every proxy has the same address, under which the provider sends the browser back.
  const publicUrl = "http://fieldfare.localhost";
  system = await startFromSnapshot("demo", {
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: identityClient.clientId,
      OIDC_CLIENT_SECRET: identityClient.clientSecret,
      OIDC_SCOPE: identityClient.scope,
      OIDC_ROLES_CLAIM: identityClient.rolesClaim,
      OIDC_ROLES: "office-admins=administrator, field=engineer",
    },
  });
  proxy = await startFaultProxy(system.url);
  expect(proxy.url).toBe(publicUrl);
  provider.serve([`${publicUrl}${finishProviderSignIn.path}`], showSignInPage);
  office = await openOffice(system.url);
  ({ jobId } = await office.raise(address));
  jobCount = (await office.jobs()).filter(({ status }) => status === "New").length;
  phone = await startPhone({ proxy });
  sam = createEngineer(phone, proxy.url);
});
test.afterAll(async () => {
  await phone?.remove();
  await proxy?.close();
  await system?.remove();
  provider?.stop();
});

function setSam(more: { readonly groups?: readonly string[] }): void {
  provider.people.set(subject, {
    email: samEmail,
    email_verified: true,
    groups: ["field"],
    ...more,
  });
}

/** The provider's own page. */
function showSignInPage(
  request: IncomingMessage,
  response: ServerResponse,
  finish: (subject: string | null) => void,
): void {
  if (request.method === "POST") return finish(request.url?.endsWith("cancel") ? null : subject);
  response.setHeader("Content-Type", "text/html").end(
    `<!doctype html><html lang="en"><title>Landlord</title><h1>Sign in to the landlord</h1>
      <form method="post"><button>Go on as Sam</button></form>
      <form method="post" action="${request.url}/cancel"><button>Refuse</button></form>`,
  );
  return undefined;
}

/** Goes from the sign-in screen to the provider's page, and presses a button there. */
async function signInThere(choice: "Go on as Sam" | "Refuse" = "Go on as Sam"): Promise<void> {
  const page = sam.page();
  await expect(page.getByRole("heading", { name: "Sign in to the landlord" })).toBeVisible();
  await page.getByRole("button", { name: choice }).click();
}

const providerLink = () =>
  sam.page().getByRole("link", { name: "Sign in with your organisation", exact: true });

test("without a network the app says so, and goes nowhere", async () => {
  await sam.open("/");
  await expect(providerLink()).toBeVisible();
  await inspect(sam.page(), "Sign-in with the provider");
  // Until then the app itself cannot be loaded without a network.
  await expect
    .poll(() => sam.page().evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await phone.context.setOffline(true);
  await providerLink().click();
  await sam.seesScreen("Sign in with your organisation");
  await expect(sam.page().getByRole("alert")).toContainText(
    "The sign-in of your organisation needs a network.",
  );
  await phone.context.setOffline(false);
  await sam.button("Try again").click();
  await signInThere("Refuse");
});

test("a sign-in that was cancelled, or that the provider does not allow, changes nothing and says why", async () => {
  const page = sam.page();
  await sam.seesScreen("Sign in with your organisation");
  await expect(page.getByRole("alert")).toContainText(
    "The sign-in at your organisation was cancelled.",
  );
  await inspect(page, "Refused by the provider");
  setSam({ groups: [] });
  await sam.button("Try again").click();
  await signInThere();
  await expect(page.getByRole("alert")).toContainText(
    "Your organisation has not allowed you to use this app.",
  );
  setSam({});
  await page.getByRole("link", { name: "Sign in another way" }).click();
  await sam.seesScreen("Sign in");
  // An address that somebody else has made uses nothing.
  await sam.open("/provider?result=done");
  await expect(page.getByRole("alert")).toContainText("was begun somewhere else");
  await page.getByRole("link", { name: "Sign in another way" }).click();
});

test("the first sign-in on a phone is that of the provider, and the PIN is chosen after it", async () => {
  await sam.seesScreen("Sign in");
  await providerLink().click();
  await signInThere();
  await sam.completeSteps();
  await sam.seesJobs(jobCount);
  await sam.waitUntilReady();
});

test("a forgotten PIN is replaced at a start after a sign-in at the provider, and the jobs are there", async () => {
  await phone.quit();
  await phone.start();
  const page = sam.page();
  await page.goto(proxy.url);
  await sam.seesScreen("Unlock");
  await sam.button("Forgotten PIN?").click();
  await sam.choice("How do you prove that it is you?", "My organisation").click();
  await inspect(page, "Forgotten PIN, before the provider");
  await sam.button("Sign in with your organisation").click();
  await signInThere();
  await sam.seesScreen("Forgotten Pin?");
  await expect(page.getByText(`Your organisation says that you are ${samEmail}`)).toBeVisible();
  await inspect(page, "Forgotten PIN, after the provider");
  for (const label of ["Please enter the PIN you would like to use", "Re-enter PIN"])
    await page.getByLabel(label, { exact: true }).fill(newPin);
  await sam.button("Change PIN").click();
  await sam.seesScreen("Home");
  await sam.seesJobs(jobCount);
  await phone.quit();
  await phone.start({ offline: true });
  await sam.page().goto(proxy.url);
  await sam.unlock(newPin);
  await sam.seesJobs(jobCount);
  await phone.context.setOffline(false);
});

test("on the engineer's own phone the provider's sign-in opens what is stored, and the PIN stays", async () => {
  const page = sam.page();
  await sam.open("/signout");
  await expect(page.getByText("You've been signed out")).toBeVisible();
  await phone.quit();
  await phone.start();
  await sam.page().goto(`${proxy.url}/login`);
  await providerLink().click();
  await signInThere();
  await sam.seesScreen("Home");
  await sam.seesJobs(jobCount);
  await phone.quit();
  await phone.start();
  await sam.page().goto(proxy.url);
  await sam.unlock(newPin);
  await sam.seesScreen("Home");
});

test("on a locked phone it sends what waits there, and shows nothing", async () => {
  const page = sam.page();
  await sam.openJobs();
  await sam.openJob(address);
  await sam.sentAll();
  await phone.context.setOffline(true);
  await sam.step("Start Travel");
  await page.goto(`${proxy.url}/signout`);
  await sam.button("Sign out").click();
  await expect(page.getByText("You've been signed out")).toBeVisible();
  const [device] = (await office.devices()).filter(
    ({ fieldOperativeId }) => fieldOperativeId === office.sam.fieldOperativeId,
  );
  if (!device) throw new Error("Sam has no device");
  await office.lock(device.deviceId);
  await phone.context.setOffline(false);
  const { length } = (await office.job(jobId)).messages;
  await page.goto(`${proxy.url}/login`);
  await providerLink().click();
  await signInThere();
  await sam.seesScreen("Locked");
  await expect(page.getByText(address)).toBeHidden();
  await inspect(page, "Locked, after the provider");
  await expect.poll(async () => (await office.job(jobId)).messages.length).toBe(length + 1);
  await expect(
    page.getByText("All messages have been sent. What you have recorded in a visit is sent"),
  ).toBeVisible();
});
