import { randomUUID } from "node:crypto";
import {
  addNote,
  addPart,
  addPhoto,
  addSor,
  advanceJob,
  closeJob,
  drain,
  install,
  refreshJobs,
  runSync,
  signIn,
  updateSor,
} from "@fieldfare/device";
import { closeAnswers, createDisk, openNodeDevice, seededRandom } from "@fieldfare/device/testing";
import { blankPart, type JobStatus } from "@fieldfare/domain";
import { buildApp } from "../../apps/server/src/app.ts";
import { putRows } from "../../apps/server/src/database/data-sets.ts";
import {
  type FakeHousingSystem,
  startHousingSystem,
} from "../../apps/server/src/testing/housing-system.ts";
import { testTokenKeys } from "../../apps/server/src/testing/keys.ts";
import { aPhoto, signature } from "./images.ts";
import {
  createEngineer,
  type Engineer,
  issueOfficeToken,
  openWorld,
  password,
  pin,
  type World,
} from "./world.ts";

/* A repair goes from a fake housing system to a phone and back, as HACT messages. */

/** What the housing system has at the end. */
export interface HactVisit {
  readonly reference: string;
  readonly engineer: Engineer;
  readonly jobId: string;
  /** The messages that it received, in the order of arrival. */
  readonly received: FakeHousingSystem["received"];
  /** The bytes at the addresses that the evidence names, read with the token of the housing system. */
  readonly photos: readonly { readonly uri: string; readonly bytes: number }[];
}

/** How long the messages of a visit may take. Nothing depends on it: it ends a run in which one never comes. */
const longestWaitMs = 60_000;

/** Starts everything on the loopback address, does one repair, and stops everything. `log` gets a line for each step. */
export async function runHactVisit(
  connectionString: string,
  log: (line: string) => void,
): Promise<HactVisit> {
  const housingSystem = await startHousingSystem();
  const world = await openWorld(connectionString);
  const app = await buildApp({
    database: world.database,
    objects: world.objects,
    tokenKeys: testTokenKeys,
    config: {
      taskIntervalSeconds: 1,
      runsScheduledTasks: false,
      housingSystem: { url: housingSystem.url, token: "housing", days: 1 },
    },
  });
  try {
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    log(`The product listens on ${origin}, the housing system on ${housingSystem.url}`);
    return await visit(world, origin, housingSystem, log);
  } finally {
    await app.close();
    await world.close();
    await housingSystem.close();
  }
}

async function visit(
  world: World,
  origin: string,
  housingSystem: FakeHousingSystem,
  log: (line: string) => void,
): Promise<HactVisit> {
  const engineer = await createEngineer(world, "Hattie");
  await putRows(world.database, "Sor", [
    { sorCodeId: 901, code: "GA635001", description: "Service the boiler", unit: "IT" },
    { sorCodeId: 902, code: "GA635002", description: "Renew the pump", unit: "IT" },
  ]);
  const administrator = createCaller(origin, await issueOfficeToken(world));
  await administrator("PUT", "/api/office/hact/codes", {
    sors: { "PUMP-1": "GA635002" },
    operatives: { "OP-1": engineer.email },
  });
  const token = await makeMachine(origin, administrator);
  const housing = createCaller(origin, token);

  const reference = `WO-${randomUUID().slice(0, 8)}`;
  const repair = aRepair(reference);
  const raised = readFields(await housing("POST", "/api/hact/RaiseRepair", repair));
  const jobId = String(raised.jobId);
  log(`The housing system raised ${reference}, which is the job ${jobId}`);
  await housing("POST", "/api/hact/ScheduleRepair", {
    ...repair,
    InstructedBy: { Name: "Example Homes" },
    AssignedToPrimary: { Person: { Identification: { Type: "Operative", Number: "OP-1" } } },
  });
  log(`It scheduled it for ${engineer.name}`);

  await doVisit(engineer, origin, jobId);
  log("The phone has done the visit and sent everything");
  const isComplete = () => housingSystem.received.some(({ type }) => type === "WorkOrderComplete");
  await waitUntil(isComplete);
  const { received } = housingSystem;
  const photos = await Promise.all(
    listUris(received.at(-1)?.body).map(async (uri) => {
      const answer = await fetch(uri, { headers: { Authorization: `Bearer ${token}` } });
      return { uri, bytes: answer.ok ? (await answer.arrayBuffer()).byteLength : 0 };
    }),
  );
  return { reference, engineer, jobId, received, photos };
}

function aRepair(reference: string) {
  return {
    Reference: [{ ID: reference, AllocatedBy: "Pretended housing system" }],
    DescriptionOfWork: "No heating. The boiler shows a fault",
    Priority: { PriorityCode: 2, RequiredCompletionDateTime: "2026-12-01T17:00:00.000Z" },
    WorkClass: { WorkClassCode: 0 },
    WorkElement: [
      {
        Reference: { ID: "1" },
        Trade: [{ Code: "GR" }],
        RateScheduleItem: [{ M3NHFSORCode: "GA635001", Quantity: { Amount: [1] } }],
      },
    ],
    LocationOfRepair: "Kitchen",
    AccessInformation: { Keysafe: { Location: "By the door", Code: "4711" } },
    PersonAlert: [{ Type: "10", Comments: "Only for the landlord" }],
    SitePropertyUnit: [
      {
        Address: { AddressLine: ["1 Example Street", "Leeds"], PostalCode: "LS1 1AA" },
        Reference: [{ ID: "100023336956", Description: "UPRN" }],
      },
    ],
  };
}

/** The engineer installs the app, works through the job with the real device package, and sends it. */
async function doVisit({ email }: Engineer, origin: string, jobId: string): Promise<void> {
  const random = seededRandom(16);
  const phone = await openNodeDevice({ disk: createDisk(), baseUrl: origin, random, fetch });
  const { device } = phone;
  try {
    expectDone(await signIn(device, { email, password }), "sign in");
    expectDone(
      await install(device, {
        pin,
        signature,
        browserWarningAcknowledged: true,
        notificationPerm: "granted",
        cameraPerm: "granted",
        locationPerm: "denied",
        iconInstall: "manual",
      }),
      "install",
    );
    await runSync(device, { requestedBy: "sign-in" });
    expectDone(await refreshJobs(device), "fetch the job");
    for (const status of ["New", "Travelling", "OnSite"] satisfies JobStatus[])
      expectDone(await advanceJob(device, jobId, status), `go on from ${status}`);
    expectDone(
      await addPhoto(device, { jobId, purpose: "job", file: aPhoto(random) }),
      "take a photo",
    );
    expectDone(
      await addNote(device, jobId, { description: "Renewed the pump", isPublic: true }),
      "write a note",
    );
    const part = { ...blankPart, shortDescription: "Pump", quantity: "1", isPartRequired: false };
    expectDone(await addPart(device, jobId, part), "add a part");
    expectDone(await updateSor(device, jobId, 901, "1"), "record the planned SOR");
    const pump = { sorCodeId: 902, code: "GA635002", description: "Renew the pump" };
    expectDone(await addSor(device, jobId, { sor: pump, quantity: "2" }), "add a SOR");
    expectDone(await closeJob(device, jobId, closeAnswers()), "close the job");
    await drain(device);
  } finally {
    phone.kill();
  }
}

type Caller = (method: "POST" | "PUT", path: string, body: object) => Promise<unknown>;

function createCaller(origin: string, token: string): Caller {
  return async (method, path, body) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
}

/** The credentials with which the housing system calls: it raises, assigns, changes and reads jobs. */
async function makeMachine(origin: string, administrator: Caller): Promise<string> {
  const clientId = randomUUID();
  const permissions = ["13#1", "13#3", "13#4", "13#12"];
  const path = `/api/office/api-clients/${clientId}`;
  await administrator("PUT", path, { name: "Housing system", permissions });
  const { secret } = readFields(await administrator("POST", `${path}/secrets`, {}));
  const answer = await fetch(`${origin}/api/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: String(secret),
    }),
  });
  return String(readFields(await answer.json()).access_token);
}

function readFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function expectDone(result: { readonly ok: boolean; readonly refusal?: unknown }, what: string) {
  if (!result.ok) throw new Error(`The phone could not ${what}: ${String(result.refusal)}`);
}

function listUris(body: unknown): string[] {
  return [...JSON.stringify(body ?? null).matchAll(/"URI":"([^"]+)"/g)].map(([, uri = ""]) => uri);
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  const until = Date.now() + longestWaitMs;
  while (!isDone()) {
    if (Date.now() > until) throw new Error("The completion did not reach the housing system");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
