import type { DataRow } from "@fieldfare/contract";
import {
  type RankedChoices,
  type RegistrationFormat,
  registrationFormats,
} from "@fieldfare/domain";
import type { Device } from "../device.ts";
import type { ManufacturerChoice, ModelChoice, SearchedType } from "../ports.ts";
import { readDomainList } from "./reference.ts";

/** How far the typing in the fields over one data set has come. */
interface SearchState {
  latest: number;
  pending: Promise<unknown> | null;
}

const searchStates = new WeakMap<Device, Map<SearchedType, SearchState>>();

/**
 * The rows that contain `words`, `most` of them at most; null when a newer question has overtaken this one.
 * One question is under way at a time: of those asked meanwhile only the newest is looked up.
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
  const answer = device.ports.lookUp({ kind: "search", type, words: query, most: maxRows });
  state.pending = answer;
  try {
    const rows = await answer;
    return searchNumber === state.latest ? (rows as readonly DataRow<T>[]) : null;
  } finally {
    state.pending = null;
  }
}

/** The makers of a type of appliance, those met most on top. */
export function readManufacturers(
  device: Device,
  type: number,
): Promise<RankedChoices<ManufacturerChoice>> {
  return device.ports.lookUp({ kind: "makers", type });
}

/** A maker's models of a type of appliance, those met most on top. */
export function readModels(
  device: Device,
  type: number,
  manufacturerId: number,
): Promise<RankedChoices<ModelChoice>> {
  return device.ports.lookUp({ kind: "models", type, manufacturerId });
}

/** Formats of registrations that the office allows besides the usual one: texts of the list RegistrationFormat. */
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
