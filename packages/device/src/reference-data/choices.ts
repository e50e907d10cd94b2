import type { DataRow } from "@fieldfare/contract";
import {
  type RankedChoices,
  type RegistrationFormat,
  registrationFormats,
} from "@fieldfare/domain";
import type { Device } from "../device.ts";
import type { ManufacturerChoice, ModelChoice, SearchedType } from "../ports.ts";
import { readDomainList } from "./reference.ts";

/** The state of the search fields over one data set. */
interface SearchState {
  latest: number;
  pending: Promise<unknown> | null;
}

const searchStates = new WeakMap<Device, Map<SearchedType, SearchState>>();

/**
 * Returns the rows that contain `query`, at most `maxRows`; null when a newer query has replaced
 * this one. One query runs at a time. Of those that arrive meanwhile only the newest is run.
 */
export async function searchReference<T extends SearchedType>(
  device: Device,
  type: T,
  query: string,
  maxRows: number,
): Promise<readonly DataRow<T>[] | null> {
  const state = ensureSearchState(device, type);
  const searchNumber = ++state.latest;
  while (state.pending) {
    await state.pending.catch(() => undefined);
    if (searchNumber !== state.latest) return null;
  }
  const answer = device.ports.lookUp("search", { type, query, maxRows });
  state.pending = answer;
  try {
    const rows = await answer;
    // The rows are of the set that the request names.
    // oxlint-disable-next-line typescript/consistent-type-assertions
    return searchNumber === state.latest ? (rows as readonly DataRow<T>[]) : null;
  } finally {
    state.pending = null;
  }
}

/** Reads the manufacturers of a type of appliance, the most frequent first. */
export function readManufacturers(
  device: Device,
  type: number,
): Promise<RankedChoices<ManufacturerChoice>> {
  return device.ports.lookUp("manufacturers", { type });
}

/** Reads a manufacturer's models of a type of appliance, the most frequent first. */
export function readModels(
  device: Device,
  type: number,
  manufacturerId: number,
): Promise<RankedChoices<ModelChoice>> {
  return device.ports.lookUp("models", { type, manufacturerId });
}

/**
 * Reads the registration formats that the office allows besides the usual one: texts of the list
 * RegistrationFormat.
 */
export async function readRegistrationFormats(
  device: Device,
): Promise<readonly RegistrationFormat[]> {
  const choices = await readDomainList(device, "RegistrationFormat");
  return registrationFormats(choices.map(({ text }) => text));
}

function ensureSearchState(device: Device, type: SearchedType): SearchState {
  const deviceStates = searchStates.get(device) ?? new Map<SearchedType, SearchState>();
  searchStates.set(device, deviceStates);
  const state = deviceStates.get(type) ?? { latest: 0, pending: null };
  deviceStates.set(type, state);
  return state;
}
