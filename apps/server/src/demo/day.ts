import type { JobPart, PlannedSor, ServerJob } from "@fieldfare/contract";
import { stores } from "./seed-data/places.ts";
import { alexsVisits, type OrderedPart, samsVisits, type Visit } from "./seed-data/visits.ts";
import { categories, type Category } from "./seed-data/work.ts";
import { deterministicId } from "./ids.ts";
import { dayNumber, londonMoment } from "./london.ts";
import { type Engineer, engineers, addMinutes } from "./people.ts";
import { buildProperty } from "./properties.ts";
import { scheduleOfRates } from "./reference-data.ts";

export interface DayJob {
  readonly fieldOperativeId: string;
  readonly job: ServerJob;
}

/** The number of properties that take turns in one visit of the day. */
const cycleDays = 4;

/** Builds the jobs of a London day (`2026-01-31`) for both engineers. The same day always gives the same jobs. */
export function buildDayJobs(day: string): readonly DayJob[] {
  const [sam, alex] = engineers;
  return [
    ...buildVisitJobs(sam, samsVisits, day, 0),
    ...buildVisitJobs(alex, alexsVisits, day, 500),
  ];
}

function buildVisitJobs(
  engineer: Engineer,
  visits: readonly Visit[],
  day: string,
  firstSeed: number,
): DayJob[] {
  const number = dayNumber(day);
  const turn = ((number % cycleDays) + cycleDays) % cycleDays;
  return visits.map((visit, index) => ({
    fieldOperativeId: engineer.fieldOperativeId,
    job: buildJob({
      key: `${day}/${engineer.key}/${index}`,
      formattedJobId: `FF${100_000 + number * 100 + firstSeed / 10 + index + 1}`,
      appointmentDateTime: londonMoment(day, visit.at).toISOString(),
      visit,
      property: buildProperty(
        `${engineer.key}/${index}/${turn}`,
        1 + firstSeed + index * cycleDays + turn,
        visit,
      ),
    }),
  }));
}

interface DayJobInput {
  readonly key: string;
  readonly formattedJobId: string;
  readonly appointmentDateTime: string;
  readonly visit: Visit;
  readonly property: ServerJob["property"];
}

function buildJob({
  key,
  visit,
  property,
  formattedJobId,
  appointmentDateTime,
}: DayJobInput): ServerJob {
  const jobId = deterministicId(`job/${key}`);
  const { category, detailTypeName } = findNames(visit);
  return {
    jobId,
    formattedJobId,
    fieldOperativeAppointmentId: deterministicId(`appointment/${key}`),
    status: "New",
    statusTimestamps: {},
    hold: null,
    outcomeId: null,
    partRequiredConfirmed: false,
    parts: visit.parts.map((part, index) => buildPart(part, jobId, index, appointmentDateTime)),
    appointmentDateTime,
    clientPreferredTimeName: visit.slot,
    taskDetails: visit.taskDetails,
    jobCategoryId: visit.jobCategoryId,
    jobDetailTypeId: visit.jobDetailTypeId,
    jobStageId: visit.parts.length > 0 ? 2 : 1,
    description: {
      categoryName: category.name,
      detailTypeName,
      accessNotes: visit.accessNotes,
      jobPriority: visit.priority,
    },
    property,
    customForms: [],
    plannedSors: visit.sors.map((sor) => buildSor(sor, jobId, appointmentDateTime)),
    notes: [],
  };
}

const listedCategories: readonly Category[] = categories;

/** The category of a visit and the name of its detail. Throws if there is no such detail. */
export function findNames(visit: Pick<Visit, "jobCategoryId" | "jobDetailTypeId">): {
  category: Category;
  detailTypeName: string;
} {
  const category = listedCategories.find(
    ({ jobCategoryId }) => jobCategoryId === visit.jobCategoryId,
  );
  const detail = category?.detailTypes.find(
    ({ jobDetailTypeId }) => jobDetailTypeId === visit.jobDetailTypeId,
  );
  if (!category || !detail) throw new Error(`No category has the detail ${visit.jobDetailTypeId}`);
  return { category, detailTypeName: detail.name };
}

/** Builds a part that was ordered in advance and waits at a store. */
function buildPart(part: OrderedPart, jobId: string, index: number, at: string): JobPart {
  const order = Number.parseInt(jobId.slice(0, 6), 16);
  return {
    jobPartId: deterministicId(`part/${jobId}/${index}`),
    jobId,
    usageType: 1,
    usageStatus: null,
    status: "Collect",
    qty: part.qty,
    qtyCollected: 0,
    qtyUsed: 0,
    qtyRequired: part.qty,
    shortDescription: part.description,
    comments: null,
    isVanStock: false,
    isPartRequired: false,
    addedByFieldOp: false,
    partAddedDateTime: addMinutes(at, index - 2880),
    partUnitTypeId: 1,
    manufacturerModelId: null,
    manufacturerPartCode: null,
    internalPartCode: null,
    collectedDateTime: null,
    purchaseOrderId: order + part.store,
    purchaseOrderDetailId: order * 10 + index,
    supplierTicketNumber: null,
    location: { ...stores[part.store] },
  };
}

let sorsByDescription: ReadonlyMap<string, ReturnType<typeof scheduleOfRates>[number]> | undefined;

/** A planned SOR of the demo. Throws if the schedule of rates has no such work. */
export function buildSor(sor: Visit["sors"][number], jobId: string, at: string): PlannedSor {
  sorsByDescription ??= new Map(scheduleOfRates().map((row) => [row.description, row]));
  const row = sorsByDescription.get(sor.work);
  if (!row) throw new Error(`The schedule of rates has no "${sor.work}"`);
  return {
    jobId,
    sorCodeId: row.sorCodeId,
    sorCode: row.code,
    shortDescription: row.description,
    qty: sor.qty,
    qtyUsed: 0,
    usageType: 1,
    updatedOnDateTime: at,
  };
}
