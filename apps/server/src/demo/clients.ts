import { isNull } from "drizzle-orm";
import type { Client } from "@fieldfare/contract/office";
import type { Database } from "../database/database.ts";
import * as schema from "../database/schema.ts";
import { categories, priorities } from "./seed-data/work.ts";
import { scheduleOfRates } from "./reference-data.ts";

/**
 * Stores the demo's clients with contracts, priorities and types of jobs. Properties without a client go to the
 * first one.
 */
export async function insertClients({ orm }: Database): Promise<void> {
  await orm.insert(schema.client).values(clients()).onConflictDoNothing();
  await orm
    .insert(schema.jobType)
    .values(
      categories.flatMap(({ jobCategoryId, name: categoryName, detailTypes }) =>
        detailTypes.map((type) => ({ ...type, jobCategoryId, categoryName })),
      ),
    )
    .onConflictDoNothing();
}

/** Runs at every start: gives the day's properties to the first client. */
export async function adoptProperties({ orm }: Database): Promise<void> {
  await orm.update(schema.property).set({ clientId: 1 }).where(isNull(schema.property.clientId));
}

function clients(): Client[] {
  const rates = scheduleOfRates();
  const contract = (contractId: number, name: string, prefix: string) => ({
    contractId,
    name,
    sors: rates
      .filter(({ code }) => code.startsWith(prefix))
      .filter((_row, index) => index % 7 === 0)
      .slice(0, 60)
      .map((row) => ({
        sorPriceId: contractId * 1000 + row.sorCodeId,
        sorCodeId: row.sorCodeId,
        sorCode: row.code,
        shortDescription: row.description,
      })),
  });
  const ofClient = (clientId: number) =>
    priorities.map(({ name, days }, index) => ({
      priorityId: clientId * 10 + index,
      name,
      description:
        days === 0 ? "Finish the same day" : `Finish within ${days} ${days === 1 ? "day" : "days"}`,
      responseDays: Math.min(days, 1),
      completionDays: days,
    }));
  return [
    {
      clientId: 1,
      name: "Fieldfare Homes",
      contracts: [contract(11, "Gas and heating", "GA"), contract(12, "Plumbing", "PL")],
      priorities: ofClient(1),
    },
    {
      clientId: 2,
      name: "Redwing Housing Trust",
      contracts: [contract(21, "Gas and heating", "GA")],
      priorities: ofClient(2),
    },
  ];
}
