import type { DataRow } from "@fieldfare/contract";
import {
  readInitial,
  type RankedChoices,
  rankedChoices,
  buildSearchText,
  sortContacts,
  type SyncedType,
} from "@fieldfare/domain";
import type { SharedDatabase } from "../database/database.ts";
import type { SynchronisedRow } from "../database/rows.ts";
import type {
  ContactEntry,
  ContactList,
  LookUp,
  LookUpKind,
  LookUpRequest,
  LookUpResult,
  ManufacturerChoice,
  ModelChoice,
} from "../ports.ts";
import { buildDataSetVersion } from "./blocks.ts";
import { openReference, readReference, type ReferenceRows } from "./reference.ts";
import { openSearch, type SearchIndex } from "./search.ts";

/**
 * Answers queries over reference data, in a worker in the browser and in the same process
 * elsewhere. What it has read stays in memory until a synchronisation brings something newer.
 */
export function createLookUp(database: SharedDatabase): LookUp {
  const open = openOnce(database);

  const search = async ({ type, query, maxRows }: LookUpRequest<"search">) => {
    const [index, rows] = await open(
      type,
      (_held, previous?: [SearchIndex, ReferenceRows<typeof type>]) =>
        Promise.all([
          previous?.[0].renew() ?? openSearch(database, type),
          previous?.[1].renew() ?? openReference(database, type),
        ]),
    );
    return rows.find(index.find(query, maxRows));
  };
  const readAll = <T extends "Manufacturer" | "ManufacturerModel" | "ManufacturerRank">(type: T) =>
    open(type, () => readReference({ shared: database }, type), "all");

  const contacts = () =>
    open(
      "Contacts",
      async (syncRow): Promise<ContactList> => {
        const entries = toContactEntries(await readReference({ shared: database }, "Contacts"));
        const now = await database.synchronisedData.get("Contacts");
        // A sync that committed while they were read may have brought another engineer's contacts.
        const isSame = buildDataSetVersion(now) === buildDataSetVersion(syncRow);
        return { ownerId: isSame ? (syncRow?.ownerId ?? null) : null, entries };
      },
      "list",
    );

  const manufacturers = async ({ type }: LookUpRequest<"manufacturers">) => {
    const [allRows, models, ranks] = await Promise.all([
      readAll("Manufacturer"),
      readAll("ManufacturerModel"),
      readAll("ManufacturerRank"),
    ]);
    return rankManufacturers(type, allRows, models, ranks);
  };
  const models = async ({ type, manufacturerId }: LookUpRequest<"models">) => {
    const [allRows, ranks] = await Promise.all([
      readAll("ManufacturerModel"),
      readAll("ManufacturerRank"),
    ]);
    return rankModels(type, manufacturerId, allRows, ranks);
  };

  const answers: {
    readonly [K in LookUpKind]: (request: LookUpRequest<K>) => Promise<LookUpResult<K>>;
  } = { search, contacts, manufacturers, models };
  return (kind, request) => answers[kind](request);
}

/**
 * Caches what was read of a data set for as long as the set has the same date and owner. `read`
 * gets the current row of the set and the value cached before.
 */
function openOnce(database: SharedDatabase) {
  const opened = new Map<string, { readonly state: string; readonly value: Promise<unknown> }>();
  return async <T>(
    type: SyncedType,
    read: (syncRow: SynchronisedRow | undefined, previous?: T) => Promise<T>,
    usage = "search",
  ): Promise<T> => {
    const syncRow = await database.synchronisedData.get(type);
    const state = buildDataSetVersion(syncRow);
    const key = `${type} ${usage}`;
    // The key names the set and the usage, each of which has one kind of value.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    const previous = opened.get(key) as { state: string; value: Promise<T> } | undefined;
    if (previous?.state === state) return previous.value;
    const value = previous
      ? previous.value.then(
          (previousValue) => read(syncRow, previousValue),
          () => read(syncRow),
        )
      : read(syncRow);
    opened.set(key, { state, value });
    value.catch(() => opened.delete(key));
    return value;
  };
}

function toContactEntries(contacts: readonly DataRow<"Contacts">[]): readonly ContactEntry[] {
  return sortContacts(contacts).map((contact) => ({
    ...contact,
    initial: readInitial(contact),
    searchText: buildSearchText(contact),
  }));
}

/**
 * Ranks the manufacturers of a type of appliance; all of them when the list has no model of the
 * type.
 */
function rankManufacturers(
  type: number,
  manufacturers: readonly DataRow<"Manufacturer">[],
  models: readonly DataRow<"ManufacturerModel">[],
  ranks: readonly DataRow<"ManufacturerRank">[],
): RankedChoices<ManufacturerChoice> {
  const rankById = new Map(
    ranks
      .filter((rank) => rank.type === type && rank.manufacturerModelId === null)
      .map((rank) => [rank.manufacturerId, rank.typeRank]),
  );
  const manufacturersOfType = new Set(
    models.filter((model) => model.type === type).map((model) => model.manufacturerId),
  );
  const matching = manufacturers.filter(
    ({ manufacturerId }) => manufacturersOfType.has(manufacturerId) || rankById.has(manufacturerId),
  );
  const choices = (matching.length > 0 ? matching : manufacturers).map(
    ({ manufacturerId, name }) => ({
      id: manufacturerId,
      name,
    }),
  );
  return rankedChoices(choices, ({ id }) => rankById.get(id) ?? null);
}

function rankModels(
  type: number,
  manufacturerId: number,
  models: readonly DataRow<"ManufacturerModel">[],
  ranks: readonly DataRow<"ManufacturerRank">[],
): RankedChoices<ModelChoice> {
  const rankById = new Map(
    ranks
      .filter((rank) => rank.type === type && rank.manufacturerId === manufacturerId)
      .map((rank) => [rank.manufacturerModelId, rank.typeRank]),
  );
  const choices = models
    .filter((model) => model.type === type && model.manufacturerId === manufacturerId)
    .map(({ manufacturerModelId, name, gasCouncilNumber, fuelType }) => ({
      id: manufacturerModelId,
      name,
      gasCouncilNumber,
      fuelType,
    }));
  return rankedChoices(choices, ({ id }) => rankById.get(id) ?? null);
}
