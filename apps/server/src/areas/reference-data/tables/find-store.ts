import type { ReferenceTableName } from "@fieldfare/domain";
import { createClientStore } from "./client-rows.ts";
import { createDataRowStore } from "./data-rows.ts";
import { createJobTypeStore } from "./job-type-rows.ts";
import type { ReferenceStore } from "./store.ts";

const stores: Record<ReferenceTableName, ReferenceStore> = {
  parts: createDataRowStore("parts", "Part"),
  "part-categories": createDataRowStore("part-categories", "PartCategory"),
  "part-units": createDataRowStore("part-units", "PartUnitType"),
  manufacturers: createDataRowStore("manufacturers", "Manufacturer"),
  models: createDataRowStore("models", "ManufacturerModel"),
  "model-ranks": createDataRowStore("model-ranks", "ManufacturerRank"),
  sors: createDataRowStore("sors", "Sor"),
  lists: createDataRowStore("lists", "DomainData"),
  "job-stages": createDataRowStore("job-stages", "JobStage"),
  "unsafe-situations": createDataRowStore("unsafe-situations", "UnsafeSituation"),
  clients: createClientStore("clients"),
  contracts: createClientStore("contracts"),
  "contract-sors": createClientStore("contract-sors"),
  priorities: createClientStore("priorities"),
  "job-types": createJobTypeStore(),
};

/** The store of the rows of a table. */
export function findStore(table: ReferenceTableName): ReferenceStore {
  return stores[table];
}
