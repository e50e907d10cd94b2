import { and, asc, eq, ne, or, sql } from "drizzle-orm";
import type { CallBody } from "@fieldfare/contract";
import { type JobView, maxJobViews, type putJobView as putCall } from "@fieldfare/contract/office";
import { isSameName } from "@fieldfare/domain";
import type { Change } from "../../database/audit.ts";
import type { Database, Orm } from "../../database/database.ts";
import { jobView } from "../../database/schema.ts";
import { refusePermission } from "../../http/accounts.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";

type Row = typeof jobView.$inferSelect;

/** The caller, with its present permissions. */
interface Owner {
  readonly id: string;
  readonly name: string;
  readonly perms: readonly string[];
}

/** Lists the views of an owner and the shared ones, by name. */
export async function listJobViews({ orm }: Database, ownerId: string): Promise<JobView[]> {
  const rows = await orm
    .select()
    .from(jobView)
    .where(or(eq(jobView.ownerId, ownerId), jobView.isShared))
    .orderBy(asc(jobView.name), asc(jobView.viewId));
  return rows.map((row) => toAnswer(row, ownerId));
}

/**
 * Adds a view, or changes one unless somebody else has changed it since the caller read it. A name that another view of the
 * same owner has is refused. A repetition of the request that added it answers the view again.
 */
export async function putJobView(
  { orm, record }: Change,
  owner: Owner,
  viewId: string,
  { version, ...values }: CallBody<typeof putCall>,
): Promise<JobView | Refusal> {
  const before = await lockView(orm, owner, viewId);
  if (before === null) return refuse("not-found");
  const needed =
    (values.isShared || before?.isShared) && refusePermission(owner.perms, "Job.Administrate");
  if (needed) return needed;
  if (!before) {
    if (version !== null) return refuse("not-found");
    if (await hasMaximum(orm, owner.id))
      return refuse("conflict", {
        detail: `You have ${maxJobViews} views, and more are not possible: delete one first`,
      });
    const after = { ownerId: owner.id, ownerName: owner.name, ...values };
    const taken = await refuseTakenName(orm, owner.id, { viewId, ...after });
    if (taken) return taken;
    const [added] = await orm
      .insert(jobView)
      .values({ viewId, ...after })
      .returning();
    record({ ...about(viewId), action: "job-view-added", after: values });
    return added ? toAnswer(added, owner.id) : refuse("conflict");
  }
  if (isSame(before, values)) return toAnswer(before, owner.id);
  if (before.version !== version)
    return refuse("conflict", { detail: "Somebody else has changed this view" });
  const taken =
    !isSameName(before.name, values.name) &&
    (await refuseTakenName(orm, owner.id, { ...before, ...values }));
  if (taken) return taken;
  const [changed] = await orm
    .update(jobView)
    .set({ ...values, version: sql`${jobView.version} + 1` })
    .where(eq(jobView.viewId, viewId))
    .returning();
  const { name, search, isShared } = before;
  record({
    ...about(viewId),
    action: "job-view-changed",
    before: { name, search, isShared },
    after: values,
  });
  return changed ? toAnswer(changed, owner.id) : refuse("not-found");
}

/** Deletes a view of the caller, or a shared one. */
export async function deleteJobView(
  { orm, record }: Change,
  owner: Owner,
  viewId: string,
): Promise<typeof ok | Refusal> {
  const before = await lockView(orm, owner, viewId);
  if (!before) return refuse("not-found");
  const needed = before.isShared && refusePermission(owner.perms, "Job.Administrate");
  if (needed) return needed;
  await orm.delete(jobView).where(eq(jobView.viewId, viewId));
  const { name, search, isShared } = before;
  record({ ...about(viewId), action: "job-view-deleted", before: { name, search, isShared } });
  return ok;
}

/**
 * Locks a view that the caller can see, with all views of its owner and of the caller. Undefined: there is none; null: it is
 * somebody else's own.
 */
async function lockView(orm: Orm, owner: Owner, viewId: string): Promise<Row | undefined | null> {
  const isView = eq(jobView.viewId, viewId);
  // A view keeps its owner.
  const [found] = await orm.select({ ownerId: jobView.ownerId }).from(jobView).where(isView);
  const ownerIds = [...new Set([owner.id, found?.ownerId ?? owner.id])];
  await lockOwners(orm, ownerIds);
  const [row] = await orm.select().from(jobView).where(isView).for("update");
  // Somebody else's that was added only now: its owner is not locked.
  if (row && !ownerIds.includes(row.ownerId)) return null;
  return row && !row.isShared && row.ownerId !== owner.id ? null : row;
}

/** Undefined: no other view of its owner has the name. */
async function refuseTakenName(
  orm: Orm,
  callerId: string,
  { viewId, ownerId, ownerName, name }: Pick<Row, "viewId" | "ownerId" | "ownerName" | "name">,
): Promise<Refusal | undefined> {
  const others = await orm
    .select({ name: jobView.name })
    .from(jobView)
    .where(and(eq(jobView.ownerId, ownerId), ne(jobView.viewId, viewId)));
  const namesake = others.find((other) => isSameName(other.name, name));
  if (!namesake) return undefined;
  const whose = ownerId === callerId ? "yours" : ownerName;
  return refuse("conflict", { detail: `Another view of ${whose} is called "${namesake.name}"` });
}

/**
 * Requests for views of one owner wait for each other, so that the maximum and the names hold and a repetition finds the view.
 * In one order: two people who change views of each other would otherwise each wait for the other.
 */
async function lockOwners(orm: Orm, ownerIds: readonly string[]): Promise<void> {
  for (const ownerId of ownerIds.toSorted())
    await orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 0))`);
}

async function hasMaximum(orm: Orm, ownerId: string): Promise<boolean> {
  return (await orm.$count(jobView, eq(jobView.ownerId, ownerId))) >= maxJobViews;
}

function isSame(row: Row, values: Pick<Row, "name" | "search" | "isShared">): boolean {
  return (
    row.name === values.name && row.search === values.search && row.isShared === values.isShared
  );
}

function about(viewId: string) {
  return { objectType: "job-view", objectId: viewId } as const;
}

function toAnswer({ ownerId, createdOn: _createdOn, ...row }: Row, callerId: string): JobView {
  return { ...row, isOwn: ownerId === callerId };
}
