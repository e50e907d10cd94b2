import { and, eq, isNull } from "drizzle-orm";
import type { JobCustomForm, Property } from "@fieldfare/contract";
import {
  addDays,
  createWorkingDays,
  type DampHazard,
  type DampOfficeEvent,
  formIds,
  newFormEntry,
} from "@fieldfare/domain";
import type { Database, Orm } from "../database/database.ts";
import * as schema from "../database/schema.ts";
import { deriveDefinitionId } from "../forms/read-folder.ts";
import { buildDampForm } from "./damp-form.ts";
import { findNames } from "./day.ts";
import { buildVisitJob, type PastJob } from "./history.ts";
import { deterministicId } from "./ids.ts";
import { londonMoment } from "./london.ts";
import { engineers, officePeople } from "./people.ts";
import { buildProperty } from "./properties.ts";
import type { PastVisit } from "./seed-data/past-visits.ts";
import { samsVisits } from "./seed-data/visits.ts";

/** What happened at a home, each so many working days ago. */
interface DampPlan {
  readonly reported: number;
  readonly inspected?: { readonly ago: number; readonly hazard: DampHazard };
  /** Somebody came to wash down. */
  readonly washed?: number;
  readonly recorded?: readonly (readonly [kind: DampOfficeEvent, ago: number, time: string])[];
  readonly closed?: number;
}

/** Cases at every stage: not inspected in time, about to run out, an emergency, done, closed. */
const plans: readonly DampPlan[] = [
  { reported: 12 },
  { reported: 9 },
  { reported: 3 },
  { reported: 4, inspected: { ago: 1, hazard: "significant" } },
  {
    reported: 2,
    inspected: { ago: 1, hazard: "emergency" },
    recorded: [["safe", 1, "15:40"]],
  },
  {
    reported: 15,
    inspected: { ago: 12, hazard: "significant" },
    washed: 8,
    recorded: [
      ["summary", 10, "14:00"],
      ["safe", 9, "16:30"],
    ],
  },
  {
    reported: 29,
    inspected: { ago: 17, hazard: "significant" },
    recorded: [
      ["safe", 13, "12:15"],
      ["works-planned", 13, "12:20"],
      ["summary", 11, "10:00"],
    ],
  },
  {
    reported: 14,
    inspected: { ago: 10, hazard: "none" },
    recorded: [["summary", 9, "11:30"]],
    closed: 9,
  },
];

interface DampHome {
  readonly property: Property;
  /** Visits that are over. */
  readonly jobs: readonly PastJob[];
  readonly plan: DampPlan;
  readonly key: string;
}

/** Builds homes with damp and mould, as of `day`. */
export function buildDampHomes(day: string): readonly DampHome[] {
  const [first] = samsVisits;
  if (!first) throw new Error("Sam has no visits");
  return plans.map((plan, index) => {
    const property = buildProperty(`damp/${index}`, 3100 + index, {
      ...first,
      notices: [],
      tenants: 1,
    });
    const engineer = index % 2 === 0 ? engineers[0] : engineers[1];
    const key = `${property.propertyId}/damp`;
    const visits = [
      ...(plan.inspected ? [{ ago: plan.inspected.ago, isWash: false }] : []),
      ...(plan.washed === undefined ? [] : [{ ago: plan.washed, isWash: true }]),
    ];
    const jobs = visits.map(({ ago, isWash }) => {
      // The form is required at each visit: after the wash it finds no hazard.
      const hazard = isWash ? "none" : plan.inspected?.hazard;
      return buildVisitJob({
        property,
        key: `${key}/${isWash ? "wash" : "inspection"}`,
        visit: isWash ? wash : inspection,
        engineer,
        day: workingDaysBefore(day, ago),
        raisedOn: londonMoment(workingDaysBefore(day, plan.reported), "08:40"),
        ...(hazard && { buildForms: (visit) => [buildDampForm(visit, hazard)] }),
      });
    });
    return { property, jobs, plan, key };
  });
}

const days = createWorkingDays();

function workingDaysBefore(day: string, count: number): string {
  let before = day;
  for (let left = count; left > 0;) {
    before = addDays(before, -1);
    if (days.isWorkingDay(before)) left -= 1;
  }
  return before;
}

const kind = { jobCategoryId: 7, jobDetailTypeId: 71 } as const;
const taskDetails =
  "Mould on the bedroom wall, reported by the tenant: inspect, measure and photograph.";
const nothing = { rootCauses: [], work: [], parts: [], partsNotUsedNote: null } as const;

const inspection: PastVisit = {
  ...kind,
  taskDetails,
  ending: {
    ...nothing,
    kind: "closed",
    outcomeId: 1,
    notes: [
      {
        isPublic: true,
        text: "Inspected all rooms with the tenant, readings and photos in the form.",
        photos: ["damp"],
      },
    ],
  },
};

const wash: PastVisit = {
  jobCategoryId: 7,
  jobDetailTypeId: 72,
  taskDetails: "Wash down the bedroom wall with fungicide and fit the humidistat fan.",
  ending: {
    ...nothing,
    kind: "closed",
    outcomeId: 1,
    notes: [
      { isPublic: true, text: "Washed down and treated, fan fitted and tested.", photos: [] },
    ],
  },
};

/** Stores what no past visit tells: jobs that are still open, and what the office recorded. Existing rows stay. */
export async function insertDampCases({ orm }: Database, day: string): Promise<void> {
  const homes = buildDampHomes(day);
  await orm.transaction(async (transaction) => {
    for (const home of homes) {
      if (!home.plan.inspected) await insertOpenJob(transaction, home, day);
      await insertOfficeEvents(transaction, home, day);
    }
  });
}

async function insertOpenJob(orm: Orm, { property, plan, key }: DampHome, day: string) {
  const { category, detailTypeName } = findNames(kind);
  const jobId = deterministicId(`job/${key}`);
  const raisedOn = londonMoment(workingDaysBefore(day, plan.reported), "08:40");
  const [added] = await orm
    .insert(schema.job)
    .values({
      jobId,
      formattedJobId: `FF${String(Number.parseInt(jobId.slice(0, 8), 16) % 100_000).padStart(5, "0")}`,
      propertyId: property.propertyId,
      appointmentDateTime: londonMoment(days.add(day, 1), "10:30"),
      taskDetails,
      ...kind,
      categoryName: category.name,
      detailTypeName,
      jobPriority: "Urgent",
      createdOn: raisedOn,
    })
    .onConflictDoNothing()
    .returning({ jobId: schema.job.jobId });
  if (!added) return;
  const form: JobCustomForm = newFormEntry(
    {
      customFormId: formIds.dampAndMould,
      customFormDefinitionId: deriveDefinitionId(formIds.dampAndMould, 3),
      version: 3,
      ...kind,
      jobStageId: null,
      usageRequirement: 3,
      definition: { isSubForm: false },
    },
    {
      job: { jobId, ...kind, jobStageId: null },
      addedByUser: false,
      at: raisedOn,
      previousAnswers: null,
    },
  );
  await orm.insert(schema.jobForm).values({ jobId, customFormId: form.customFormId, row: form });
}

async function insertOfficeEvents(orm: Orm, { property, plan, key }: DampHome, day: string) {
  const { dampCase, dampCaseEvent } = schema;
  const [found] = await orm
    .select({ caseId: dampCase.caseId })
    .from(dampCase)
    .where(and(eq(dampCase.propertyId, property.propertyId), isNull(dampCase.closedOn)));
  const recorded = plan.recorded ?? [];
  if (!found || recorded.length === 0) return;
  const { caseId } = found;
  const moment = (ago: number, time: string) => londonMoment(workingDaysBefore(day, ago), time);
  const added = await orm
    .insert(dampCaseEvent)
    .values(
      recorded.map(([what, ago, time]) => ({
        eventId: deterministicId(`${key}/${what}`),
        caseId,
        kind: what,
        happenedOn: moment(ago, time),
        accountId: officePeople[0].accountId,
        recordedOn: moment(ago, time),
      })),
    )
    .onConflictDoNothing()
    .returning({ eventId: dampCaseEvent.eventId });
  if (plan.closed !== undefined && added.length > 0)
    await orm
      .update(dampCase)
      .set({ closedOn: moment(plan.closed, "11:45"), closedReason: "done" })
      .where(eq(dampCase.caseId, caseId));
}
