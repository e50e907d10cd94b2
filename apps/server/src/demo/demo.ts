import { advisoryLock } from "../database/advisory-locks.ts";
import { withAdvisoryLock, type Database } from "../database/database.ts";
import { londonDay, listKeys } from "@fieldfare/domain";
import { putRows } from "../database/data-sets.ts";
import { account } from "../database/schema.ts";
import { readSetting, writeSetting, type DemoState } from "../database/settings.ts";
import type { ObjectStore } from "../objects/objects.ts";
import { insertAbsences } from "./absences.ts";
import { adoptProperties, insertClients } from "./clients.ts";
import { buildCertifiedHomes, buildEarlierVisits } from "./certified-homes.ts";
import { buildDampHomes, insertDampCases } from "./damp-homes.ts";
import { buildDayJobs } from "./day.ts";
import { londonMoment } from "./london.ts";
import { demoBusiness, demoPassword, engineers, officePeople } from "./people.ts";
import { referenceData } from "./reference-data.ts";
import { insertHistory, updateMobileNumbers } from "./store-history.ts";
import { insertJobs, insertMileage, insertPeople, insertProperties, retireJobs } from "./store.ts";

/** Must grow when the reference data or the people change: the next start then puts them again. */
const version = 4;

/**
 * Fills the demo and returns true, if the database was empty when it was first filled. Otherwise returns false: in
 * a database with other accounts, the demo's published passwords would be a security hole. Reference data and
 * people are filled once, jobs for the London day of `today`, together with the earlier visits at their properties.
 * Called at every start. Existing rows stay unchanged, so work that was done in the demo is never lost.
 */
export async function loadDemo(
  database: Database,
  objects: ObjectStore,
  { today }: { readonly today: Date },
): Promise<boolean> {
  return withAdvisoryLock(database, advisoryLock.demo, async () => {
    if (!(await isDemo(database))) return false;
    await fill(database, objects, londonDay(today));
    return true;
  });
}

/** The setting is written before any data, so that the next start continues a demo whose first start was killed. */
async function isDemo(database: Database): Promise<boolean> {
  if ((await readSetting(database, "demo")) ?? (await readSetting(database, "isDemo"))) return true;
  const accounts = await database.orm.select({ id: account.accountId }).from(account).limit(1);
  if (accounts.length > 0) return false;
  await writeSetting(database, "isDemo", true);
  return true;
}

async function fill(database: Database, objects: ObjectStore, day: string): Promise<void> {
  const state = await readSetting(database, "demo");
  if (state?.version === version && state.day === day && state.hasHistory) return;
  if (state?.version !== version) {
    await insertPeople(database, engineers, officePeople, demoPassword);
    await insertMileage(database, day, engineers[0].fieldOperativeId);
    await insertAbsences(database, objects, day, engineers[0].fieldOperativeId);
    await insertClients(database);
    await putReferenceData(database);
    if ((await readSetting(database, "business")) === undefined)
      await writeSetting(database, "business", demoBusiness);
  }
  if (state && state.day !== day) {
    await retireJobs(
      database,
      buildDayJobs(state.day).map(({ job }) => job.jobId),
    );
  }
  const jobs = buildDayJobs(day);
  await insertJobs(database, jobs, londonMoment(day, "06:00"));
  const homes = [...buildCertifiedHomes(day), ...buildDampHomes(day)];
  await database.orm.transaction((transaction) =>
    insertProperties(
      transaction,
      homes.map(({ property }) => property),
    ),
  );
  await adoptProperties(database);
  await updateMobileNumbers(database, engineers);
  await insertHistory(database, objects, [
    ...jobs.flatMap(({ job }) => buildEarlierVisits(job, day)),
    ...homes.flatMap((home) => home.jobs),
  ]);
  await insertDampCases(database, day);
  const filled: DemoState = { version, day, hasHistory: true, logins };
  await writeSetting(database, "demo", filled);
}

async function putReferenceData(database: Database): Promise<void> {
  const data = referenceData();
  for (const type of listKeys(data)) {
    const put = await putRows(database, type, data[type]);
    if (!put.ok) throw new Error(`The demo's ${type} is not valid: ${put.issues[0]?.message}`);
  }
}

/** The logins of the start message and of the sign-in screens. The other roles of the office are in docs/integration.md. */
const logins = [...engineers, ...officePeople.slice(0, 2)].map(({ email, role }) => ({
  email,
  password: demoPassword,
  role,
}));
