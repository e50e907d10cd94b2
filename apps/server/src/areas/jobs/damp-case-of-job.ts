import { and, eq, isNull } from "drizzle-orm";
import type { Orm } from "../../database/database.ts";
import { dampCase, dampCaseEvent } from "../../database/schema.ts";

/** Locks a case, so that nobody closes it meanwhile. False: it is closed, or there is none with this id at the home. */
export async function lockOpenDampCase(
  orm: Orm,
  caseId: string,
  propertyId: string,
): Promise<boolean> {
  const found = await orm
    .select({ caseId: dampCase.caseId })
    .from(dampCase)
    .where(
      and(
        eq(dampCase.caseId, caseId),
        eq(dampCase.propertyId, propertyId),
        isNull(dampCase.closedOn),
      ),
    )
    .for("update");
  return found.length > 0;
}

/** Records that the office raised the job from the case. */
export async function addJobToDampCase(orm: Orm, caseId: string, jobId: string): Promise<void> {
  await orm.insert(dampCaseEvent).values({ caseId, kind: "raised", happenedOn: new Date(), jobId });
}

/** The case from which the office raised the job; null: none. */
export async function readDampCaseId(orm: Orm, jobId: string): Promise<string | null> {
  const [row] = await orm
    .select({ caseId: dampCaseEvent.caseId })
    .from(dampCaseEvent)
    .where(and(eq(dampCaseEvent.jobId, jobId), eq(dampCaseEvent.kind, "raised")));
  return row?.caseId ?? null;
}
