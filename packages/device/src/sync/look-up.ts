import type { DataRow } from "@fieldfare/contract";
import {
  initialOf,
  type RankedChoices,
  rankedChoices,
  searchTextOf,
  sortContacts,
  type SyncedType,
} from "@fieldfare/domain";
import type { DeviceDatabase } from "../database/database.ts";
import type { SynchronisedRow } from "../database/rows.ts";
import type {
  Answer,
  ContactEntry,
  ContactList,
  LookUp,
  MakerChoice,
  ModelChoice,
  Question,
} from "../ports.ts";
import { stateOf } from "../reading/contacts.ts";
import { openReference, readReference, type ReferenceRows } from "./reference.ts";
import { openSearch, type SearchIndex } from "./search.ts";

/**
 * Answers questions over reference data: in a worker in the browser, in the process itself elsewhere.
 * What it has read stays open until a synchronisation brings something newer.
 */
export function createLookUp(database: DeviceDatabase): LookUp {
  const open = openOnce(database);

  const search = async ({ type, words, most }: Question & { kind: "search" }) => {
    const [index, rows] = await open(
      type,
      (_held, before?: [SearchIndex, ReferenceRows<typeof type>]) =>
        Promise.all([
          before?.[0].renew() ?? openSearch(database, type),
          before?.[1].renew() ?? openReference(database, type),
        ]),
    );
    return rows.find(index.find(words, most));
  };
  const all = <T extends "Manufacturer" | "ManufacturerModel" | "ManufacturerRank">(type: T) =>
    open(type, () => readReference({ database }, type), "all");

  const contacts = () =>
    open(
      "Contacts",
      async (held): Promise<ContactList> => {
        const entries = entriesOf(await readReference({ database }, "Contacts"));
        const now = await database.synchronisedData.get("Contacts");
        // What landed while they were read may have been another engineer's.
        const isSame = stateOf(now) === stateOf(held);
        return { ownerId: isSame ? (held?.ownerId ?? null) : null, entries };
      },
      "list",
    );

  const makers = async ({ type }: Question & { kind: "makers" }) => {
    const [known, models, ranks] = await Promise.all([
      all("Manufacturer"),
      all("ManufacturerModel"),
      all("ManufacturerRank"),
    ]);
    return makersOf(type, known, models, ranks);
  };
  const models = async ({ type, manufacturerId }: Question & { kind: "models" }) => {
    const [known, ranks] = await Promise.all([all("ManufacturerModel"), all("ManufacturerRank")]);
    return modelsOf(type, manufacturerId, known, ranks);
  };

  const answers: { readonly [K in Question["kind"]]: (question: never) => Promise<unknown> } = {
    search,
    contacts,
    makers,
    models,
  };
  return <Q extends Question>(question: Q) =>
    answers[question.kind](question as never) as Promise<Answer<Q>>;
}

/**
 * Keeps what was opened of a data set for as long as the set has the date, and is whose, it was then. `read` is
 * told what the set is now, and given what was kept of it before.
 */
function openOnce(database: DeviceDatabase) {
  const opened = new Map<string, { readonly state: string; readonly value: Promise<unknown> }>();
  return async <T>(
    type: SyncedType,
    read: (held: SynchronisedRow | undefined, before?: T) => Promise<T>,
    use = "search",
  ): Promise<T> => {
    const held = await database.synchronisedData.get(type);
    const state = stateOf(held);
    const key = `${type} ${use}`;
    const before = opened.get(key) as { state: string; value: Promise<T> } | undefined;
    if (before?.state === state) return before.value;
    const value = before
      ? before.value.then(
          (kept) => read(held, kept),
          () => read(held),
        )
      : read(held);
    opened.set(key, { state, value });
    value.catch(() => opened.delete(key));
    return value;
  };
}

function entriesOf(contacts: readonly DataRow<"Contacts">[]): readonly ContactEntry[] {
  return sortContacts(contacts).map((contact) => ({
    ...contact,
    initial: initialOf(contact),
    searchText: searchTextOf(contact),
  }));
}

/** The makers of a type of appliance; all that there are where the list knows no model of it. */
function makersOf(
  type: number,
  makers: readonly DataRow<"Manufacturer">[],
  models: readonly DataRow<"ManufacturerModel">[],
  ranks: readonly DataRow<"ManufacturerRank">[],
): RankedChoices<MakerChoice> {
  const rankOf = new Map(
    ranks
      .filter((rank) => rank.type === type && rank.manufacturerModelId === null)
      .map((rank) => [rank.manufacturerId, rank.typeRank]),
  );
  const ofType = new Set(
    models.filter((model) => model.type === type).map((model) => model.manufacturerId),
  );
  const fitting = makers.filter(
    ({ manufacturerId }) => ofType.has(manufacturerId) || rankOf.has(manufacturerId),
  );
  const choices = (fitting.length > 0 ? fitting : makers).map(({ manufacturerId, name }) => ({
    id: manufacturerId,
    name,
  }));
  return rankedChoices(choices, ({ id }) => rankOf.get(id) ?? null);
}

function modelsOf(
  type: number,
  manufacturerId: number,
  models: readonly DataRow<"ManufacturerModel">[],
  ranks: readonly DataRow<"ManufacturerRank">[],
): RankedChoices<ModelChoice> {
  const rankOf = new Map(
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
  return rankedChoices(choices, ({ id }) => rankOf.get(id) ?? null);
}
