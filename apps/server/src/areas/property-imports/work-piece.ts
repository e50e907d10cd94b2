import { createHash, randomUUID, randomUUIDv7 } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { canonicalJson, type PropertyTenant } from "@fieldfare/contract";
import { clearOtherPrimaries, isSameName } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Orm } from "../../database/database.ts";
import {
  client,
  erasure,
  job,
  property,
  propertyImportKey,
  propertyTenant,
} from "../../database/schema.ts";
import { auditedColumns } from "../jobs/store-property.ts";
import { notifyOfCorrection } from "../jobs/notify-open-jobs.ts";
import { compareStates, type ValueChange } from "./compare-states.ts";
import type { HomeRow, HomeState, TenantState } from "./home-state.ts";
import type { GivenHome, GivenTenant, LineIssue, ReadLine } from "./read-line.ts";
import type { FileLine } from "./read-piece.ts";

/** What some lines of a file did, or would do. */
export interface PieceResult {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly tenantsAdded: number;
  readonly tenantsChanged: number;
  /** Left out, because their data were erased. */
  readonly tenantsErased: number;
  readonly refused: readonly { readonly line: number; readonly issues: readonly LineIssue[] }[];
  /** The homes that are new and those that have changed. Empty if nothing was applied. */
  readonly addedIds: readonly string[];
  readonly changedIds: readonly string[];
}

interface PieceContext {
  readonly importId: string;
  readonly isApplying: boolean;
  readonly now: Date;
}

/**
 * Works on some lines of a file, in their order. Homes are recognised by their UPRN, tenants by their reference at the
 * home. Nothing that a file does not name is removed. With `isApplying` the good lines are stored, with audit entries;
 * else they are counted.
 */
export async function workOnPiece(
  change: Change,
  lines: readonly FileLine[],
  context: PieceContext,
): Promise<PieceResult> {
  const { orm } = change;
  const { importId, isApplying, now } = context;
  const good = lines.flatMap((line) => ("read" in line ? [line.read] : []));
  if (isApplying) await lockUprns(orm, good);
  const known = await readKnown(orm, good, { isLocking: true });
  const keys = await readKeys(orm, importId, good);
  const states = new Map<string, HomeState>();
  const counts = {
    added: 0,
    changed: 0,
    unchanged: 0,
    tenantsAdded: 0,
    tenantsChanged: 0,
    tenantsErased: 0,
  };
  const refused: { line: number; issues: readonly LineIssue[] }[] = [];
  const newKeys: { key: string; line: number; content: string }[] = [];
  const addKey = (key: string, line: number, content: string) => {
    keys.set(key, { line, content });
    newKeys.push({ key, line, content });
  };

  for (const line of lines) {
    if ("issues" in line) {
      refused.push({ line: line.number, issues: line.issues });
      continue;
    }
    const { uprn, home, tenants } = line.read;
    const content = hashHome(home);
    const earlier = keys.get(uprn);
    const issues = [...findRepeats(line.read, keys, content), ...findUnknown(line.read, known)];
    const state = states.get(uprn) ?? makeState(known, line.read, earlier !== undefined);
    if (state.before === null && earlier === undefined) issues.push(...findMissing(home));
    const next = issues.length === 0 ? applyLine(state, line.read, known.erased, now) : null;
    if (next === null || "issues" in next) {
      refused.push({ line: line.number, issues: next?.issues ?? issues });
      continue;
    }
    states.set(uprn, next.state);
    counts.tenantsAdded += next.tenantsAdded;
    counts.tenantsChanged += next.tenantsChanged;
    counts.tenantsErased += next.tenantsErased;
    const isNew = state.before === null && earlier === undefined;
    const isChanged =
      !isDeepStrictEqual(state.row, next.state.row) || next.tenantsAdded + next.tenantsChanged > 0;
    counts[isNew ? "added" : isChanged ? "changed" : "unchanged"] += 1;
    if (earlier === undefined) addKey(uprn, line.number, content);
    for (const tenant of tenants) addKey(tenantKey(uprn, tenant), line.number, "");
    if (tenants.some(({ isPrimaryTenant }) => isPrimaryTenant))
      addKey(primaryKey(uprn), line.number, "");
  }
  for (const some of inBatches(newKeys, 1_000))
    await orm.insert(propertyImportKey).values(some.map((key) => ({ importId, ...key })));
  const stored = isApplying ? await store(change, [...states.values()]) : nothingStored;
  return { ...counts, refused, ...stored };
}

/** What a line would change at a home that is known. */
export interface LineChange {
  readonly line: number;
  readonly uprn: string;
  /** The home as the database has it. */
  readonly row: HomeRow;
  readonly changes: readonly ValueChange[];
}

/**
 * Compares good lines with the homes as they are now, and changes nothing. `states` has the homes that earlier lines have
 * met, as those lines would leave them.
 */
export async function comparePiece(
  orm: Orm,
  lines: readonly (ReadLine & { readonly number: number })[],
  states: Map<string, HomeState>,
  now: Date,
): Promise<LineChange[]> {
  const known = await readKnown(orm, lines, { isLocking: false });
  return lines.flatMap((line) => {
    const state = states.get(line.uprn) ?? makeState(known, line, false);
    const next = applyLine(state, line, known.erased, now);
    if ("issues" in next) return [];
    states.set(line.uprn, next.state);
    if (state.before === null) return [];
    const changes = compareStates(state, next.state);
    return changes.length === 0
      ? []
      : [{ line: line.number, uprn: line.uprn, row: state.before, changes }];
  });
}

const nothingStored = { addedIds: [], changedIds: [] };

/** So that no repair raised meanwhile makes the same home. In one order, so that two do not wait for each other. */
async function lockUprns(orm: Orm, lines: readonly ReadLine[]): Promise<void> {
  const names = [...new Set(lines.map(({ uprn }) => `uprn ${uprn}`))].toSorted();
  await orm.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${sql.param(names)}::text[]) name`,
  );
}

interface Known {
  readonly homes: ReadonlyMap<string, readonly HomeRow[]>;
  readonly tenants: ReadonlyMap<string, readonly TenantState[]>;
  /** The references of tenants whose data were erased, after the id of their home. */
  readonly erased: ReadonlySet<string>;
  readonly clients: ReadonlySet<number>;
}

async function readKnown(
  orm: Orm,
  lines: readonly ReadLine[],
  { isLocking }: { readonly isLocking: boolean },
): Promise<Known> {
  const uprns = [...new Set(lines.map(({ uprn }) => uprn))];
  const homes = orm
    .select(auditedColumns)
    .from(property)
    .where(sql`${property.uprn} = any(${sql.param(uprns)}::text[])`)
    .orderBy(property.propertyId);
  const rows = await (isLocking ? homes.for("update") : homes);
  const ids = rows.map(({ propertyId }) => propertyId);
  const tenants = await orm
    .select()
    .from(propertyTenant)
    .where(sql`${propertyTenant.propertyId} = any(${sql.param(ids)}::uuid[])`);
  const erased = await orm
    .select({ propertyId: erasure.propertyId, reference: erasure.reference })
    .from(erasure)
    .where(
      and(
        sql`${erasure.propertyId} = any(${sql.param(ids)}::uuid[])`,
        isNotNull(erasure.reference),
      ),
    );
  const asked = lines.flatMap(({ home }) => home.clientId ?? []);
  const clients =
    asked.length === 0
      ? []
      : await orm
          .select({ clientId: client.clientId })
          .from(client)
          .where(inArray(client.clientId, [...new Set(asked)]));
  const states = tenants.map(({ propertyTenantId, propertyId, reference, row }) => ({
    propertyId,
    state: { propertyTenantId, reference, row, before: { reference, row } },
  }));
  return {
    homes: Map.groupBy(rows, ({ uprn }) => uprn ?? ""),
    tenants: new Map(
      [...Map.groupBy(states, ({ propertyId }) => propertyId)].map(([id, some]) => [
        id,
        some.map(({ state }) => state),
      ]),
    ),
    erased: new Set(erased.map(({ propertyId, reference }) => `${propertyId} ${reference}`)),
    clients: new Set(clients.map(({ clientId }) => clientId)),
  };
}

type Keys = Map<string, { readonly line: number; readonly content: string }>;

async function readKeys(orm: Orm, importId: string, lines: readonly ReadLine[]): Promise<Keys> {
  const names = lines.flatMap(({ uprn, tenants }) => [
    uprn,
    primaryKey(uprn),
    ...tenants.map((tenant) => tenantKey(uprn, tenant)),
  ]);
  const rows = await orm
    .select()
    .from(propertyImportKey)
    .where(
      and(
        eq(propertyImportKey.importId, importId),
        sql`${propertyImportKey.key} = any(${sql.param(names)}::text[])`,
      ),
    );
  return new Map(rows.map(({ key, line, content }) => [key, { line, content }]));
}

/** A UPRN has digits only, so no other key is like it. */
const primaryKey = (uprn: string) => `primary ${uprn}`;
const tenantKey = (uprn: string, { reference }: GivenTenant) => `${uprn} ${reference}`;

function hashHome(home: GivenHome): string {
  return createHash("sha256").update(canonicalJson(home)).digest("base64").slice(0, 22);
}

/** A home may have several lines, one for each of its tenants, if they say the same of the home, or nothing more. */
function findRepeats(
  { uprn, tenants, home: given }: ReadLine,
  keys: Keys,
  content: string,
): LineIssue[] {
  const home = keys.get(uprn);
  const sameTenant = tenants.flatMap((tenant) => keys.get(tenantKey(uprn, tenant)) ?? [])[0];
  if (sameTenant)
    return [
      {
        field: "tenantReference",
        message: `Line ${sameTenant.line} of the file has the same tenant of this home. Keep one of the two.`,
      },
    ];
  const primaries = tenants.filter(({ isPrimaryTenant }) => isPrimaryTenant);
  const earlierPrimary = primaries.length > 0 ? keys.get(primaryKey(uprn)) : undefined;
  if (earlierPrimary)
    return [
      {
        field: "tenantIsPrimary",
        message: `Line ${earlierPrimary.line} of the file names another tenant as the primary one of this home. Keep one of the two.`,
      },
    ];
  if (primaries.length > 1)
    return [
      {
        field: "tenantIsPrimary",
        message: "A home has one primary tenant, and the line names several. Keep one of them.",
      },
    ];
  if (home && home.content !== content && Object.keys(given).length > 0)
    return [
      {
        field: "uprn",
        message: `Line ${home.line} of the file says something else of the home with this UPRN. Correct one of the two.`,
      },
    ];
  if (home && tenants.length === 0)
    return [
      {
        field: "uprn",
        message: `Line ${home.line} of the file has the same UPRN. Take one of the two out.`,
      },
    ];
  return [];
}

function findUnknown({ uprn, home }: ReadLine, { homes, clients }: Known): LineIssue[] {
  const issues: LineIssue[] = [];
  if ((homes.get(uprn)?.length ?? 0) > 1)
    issues.push({
      field: "uprn",
      message: "Several homes have this UPRN. Correct them in the office first.",
    });
  if (typeof home.clientId === "number" && !clients.has(home.clientId))
    issues.push({
      field: "clientId",
      message: `No client has the number ${home.clientId}. Add the client first, or correct the number.`,
    });
  return issues;
}

function findMissing({ addressLine1, postcode }: GivenHome): LineIssue[] {
  const missing = (field: string, what: string): LineIssue => ({
    field,
    message: `No home has this UPRN yet, and a new one needs ${what}.`,
  });
  return [
    ...(addressLine1 === undefined ? [missing("addressLine1", "an address")] : []),
    ...(postcode === undefined ? [missing("postcode", "a postcode")] : []),
  ];
}

/** The home as it is before the line. A check knows nothing of a new home of an earlier piece but what its line says. */
function makeState({ homes, tenants }: Known, { uprn, home }: ReadLine, isMet: boolean): HomeState {
  const [before] = homes.get(uprn) ?? [];
  if (before)
    return {
      propertyId: before.propertyId,
      row: before,
      before,
      tenants: [...(tenants.get(before.propertyId) ?? [])],
    };
  const propertyId = randomUUIDv7();
  const row: HomeRow = {
    propertyId,
    addressLine1: "",
    addressLine2: null,
    addressLine3: null,
    addressLine4: null,
    postcode: "",
    clientId: null,
    clientContracts: null,
    coordinatesLatitude: null,
    coordinatesLongitude: null,
    uprn,
    landlord: null,
  };
  return { propertyId, row: isMet ? mergeHome(row, home) : row, before: null, tenants: [] };
}

/** The home with what a line says of it. */
function mergeHome(row: HomeRow, { landlord: given, ...values }: GivenHome): HomeRow {
  const { landlord } = row;
  if (given === undefined) return { ...row, ...values };
  const address = given && landlord?.name === given.name ? landlord.address : "";
  return { ...row, ...values, landlord: given && { address, ...given } };
}

/** Returns the home as the line leaves it, or what is wrong with its tenants. */
function applyLine(
  state: HomeState,
  { home, tenants }: ReadLine,
  erased: ReadonlySet<string>,
  now: Date,
):
  | {
      readonly state: HomeState;
      readonly tenantsAdded: number;
      readonly tenantsChanged: number;
      readonly tenantsErased: number;
    }
  | { readonly issues: readonly LineIssue[] } {
  const next: HomeState = {
    ...state,
    row: mergeHome(state.row, home),
    tenants: state.tenants.map((tenant) => ({ ...tenant })),
  };
  let tenantsAdded = 0;
  let tenantsChanged = 0;
  let tenantsErased = 0;
  for (const given of tenants) {
    if (erased.has(`${state.propertyId} ${given.reference}`)) {
      tenantsErased += 1;
      continue;
    }
    const byReference = next.tenants.find(({ reference }) => reference === given.reference);
    const byName = next.tenants.find(
      ({ row }) => given.fullName !== undefined && isSameName(row.fullName, given.fullName),
    );
    const found = byReference ?? (byName?.reference === null ? byName : undefined);
    if (byName && byName !== found)
      return {
        issues: [
          {
            field: "tenantName",
            message:
              "Another contact of this home has this name. Names tell contacts apart, so make them different.",
          },
        ],
      };
    if (!found) {
      if (given.fullName === undefined)
        return {
          issues: [
            {
              field: "tenantName",
              message: "No tenant of this home has this reference yet, and a new one needs a name.",
            },
          ],
        };
      const added = makeTenant(state.propertyId, given, given.fullName, now);
      next.tenants.push(added);
      tenantsAdded += 1;
      tenantsChanged += giveUpPrimary(next.tenants, added.row, now);
      continue;
    }
    const row = changeTenant(found.row, given);
    if (isDeepStrictEqual(row, found.row) && found.reference === given.reference) continue;
    if (!isDeepStrictEqual(row, found.row)) {
      const modified = Math.max(now.getTime(), Date.parse(found.row.modifiedOn) + 1);
      found.row = { ...row, modifiedOn: new Date(modified).toISOString() };
      tenantsChanged += 1 + giveUpPrimary(next.tenants, found.row, now);
    }
    found.reference = given.reference;
  }
  return { state: next, tenantsAdded, tenantsChanged, tenantsErased };
}

/** A home has one primary tenant: the one that a line names takes the place of the one before. Returns how many gave it up. */
function giveUpPrimary(tenants: readonly TenantState[], given: PropertyTenant, now: Date): number {
  if (!given.isPrimaryTenant) return 0;
  const rows = tenants.map(({ row }) => row);
  const others = clearOtherPrimaries(rows, given.propertyTenantId, now);
  for (const other of others) {
    const tenant = tenants.find((one) => one.propertyTenantId === other.propertyTenantId);
    if (tenant) tenant.row = other;
  }
  return others.length;
}

/** The flags of `contactMethodType`. */
const byEmail = 1;
const byPhone = 2;

function makeTenant(
  propertyId: string,
  given: GivenTenant,
  fullName: string,
  now: Date,
): TenantState {
  const propertyTenantId = randomUUID();
  const at = now.toISOString();
  const row = changeTenant(
    {
      propertyTenantId,
      propertyId,
      fullName,
      isPrimaryTenant: false,
      contactType: null,
      emailAddress: null,
      contactMethodType: 0,
      phones: [],
      addedByEngineer: false,
      flagDeleted: false,
      createdOn: at,
      modifiedOn: at,
    },
    given,
  );
  const contactMethodType =
    (row.emailAddress === null ? 0 : byEmail) | (row.phones.length === 0 ? 0 : byPhone);
  return {
    propertyTenantId,
    reference: given.reference,
    row: { ...row, contactMethodType },
    before: null,
  };
}

function changeTenant(row: PropertyTenant, given: GivenTenant): PropertyTenant {
  const { fullName, isPrimaryTenant, emailAddress, phones, hasLeft } = given;
  const stayed = row.phones.filter(({ phoneType }) => !phones.has(phoneType));
  const named = [...phones].flatMap(([phoneType, number]) =>
    number === null ? [] : [{ phoneType, number }],
  );
  const isSame = [...phones].every(
    ([phoneType, number]) =>
      (row.phones.find((phone) => phone.phoneType === phoneType)?.number ?? null) === number,
  );
  return {
    ...row,
    ...(fullName !== undefined && { fullName }),
    ...(isPrimaryTenant !== undefined && { isPrimaryTenant }),
    ...(emailAddress !== undefined && { emailAddress }),
    ...(!isSame && { phones: [...named, ...stayed] }),
    ...(hasLeft !== undefined && { flagDeleted: hasLeft }),
  };
}

/** Stores what is new and what is different, and tells the engineers who have a job at a home that has changed. */
async function store(
  { orm, record }: Change,
  states: readonly HomeState[],
): Promise<Pick<PieceResult, "addedIds" | "changedIds">> {
  const added = states.filter(({ before }) => before === null);
  const corrected = states.filter(
    ({ before, row }) => before !== null && !isDeepStrictEqual(before, row),
  );
  for (const some of inBatches(added, 500))
    await orm.insert(property).values(some.map(({ row }) => row));
  for (const { propertyId, row, before } of corrected) {
    await orm.update(property).set(row).where(eq(property.propertyId, propertyId));
    const changed = Object.keys(auditedColumns).filter(
      (name) => !isDeepStrictEqual(pick(row, name), pick(before, name)),
    );
    const some = (values: HomeRow | null) =>
      Object.fromEntries(changed.map((name) => [name, pick(values, name)]));
    record({
      action: "property-changed",
      objectType: "property",
      objectId: propertyId,
      before: some(before),
      after: some(row),
    });
  }
  const tenants = states.flatMap((state) => state.tenants.map((tenant) => ({ ...tenant, state })));
  const newTenants = tenants.filter(({ before }) => before === null);
  for (const some of inBatches(newTenants, 500))
    await orm.insert(propertyTenant).values(
      some.map(({ propertyTenantId, reference, row, state: { propertyId } }) => ({
        propertyTenantId,
        propertyId,
        reference,
        row,
      })),
    );
  const touched = new Set(corrected.map(({ propertyId }) => propertyId));
  for (const { state } of newTenants) touched.add(state.propertyId);
  for (const { propertyTenantId, reference, row, before, state } of tenants) {
    if (before === null || (before.reference === reference && before.row === row)) continue;
    await orm
      .update(propertyTenant)
      .set({ reference, row })
      .where(eq(propertyTenant.propertyTenantId, propertyTenantId));
    if (before.row === row) continue;
    touched.add(state.propertyId);
    const names = Object.keys(row).filter(
      (name) =>
        name !== "modifiedOn" && !isDeepStrictEqual(pick(row, name), pick(before.row, name)),
    );
    // Without the values: an entry cannot be erased.
    record({
      action: "tenant-corrected",
      objectType: "tenant",
      objectId: propertyTenantId,
      before: { propertyId: state.propertyId },
      after: { propertyId: state.propertyId, changed: names },
    });
  }
  const addedIds = added.map(({ propertyId }) => propertyId);
  const changedIds = [...touched].filter((id) => !addedIds.includes(id));
  for (const propertyId of await listWithOpenJobs(orm, changedIds))
    await notifyOfCorrection(
      orm,
      propertyId,
      "The office has corrected this home or its contacts.",
    );
  return { addedIds, changedIds };
}

function pick(row: object | null, name: string): unknown {
  return row === null
    ? undefined
    : (Object.entries(row).find(([key]) => key === name)?.[1] ?? null);
}

async function listWithOpenJobs(orm: Orm, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await orm
    .selectDistinct({ propertyId: job.propertyId })
    .from(job)
    .where(
      and(sql`${job.propertyId} = any(${sql.param([...ids])}::uuid[])`, ne(job.status, "Closed")),
    );
  return rows.map(({ propertyId }) => propertyId);
}

function* inBatches<T>(values: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}
