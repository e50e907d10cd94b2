import type { DataRow } from "@fieldfare/contract";
import {
  type RankedChoices,
  type RegistrationFormat,
  registrationFormats,
} from "@fieldfare/domain";
import type { Device } from "../device.ts";
import type { MakerChoice, ModelChoice, SearchedType } from "../ports.ts";
import { readDomainList } from "./reference.ts";

/** How far the typing in the fields over one data set has come. */
interface Typing {
  latest: number;
  underWay: Promise<unknown> | null;
}

const typings = new WeakMap<Device, Map<SearchedType, Typing>>();

/**
 * The rows that contain `words`, `most` of them at most; null when a newer question has overtaken this one.
 * One question is under way at a time: of those asked meanwhile only the newest is looked up.
 */
export async function searchReference<T extends SearchedType>(
  device: Device,
  type: T,
  words: string,
  most: number,
): Promise<readonly DataRow<T>[] | null> {
  const typing = typingOf(device, type);
  const mine = ++typing.latest;
  while (typing.underWay) {
    await typing.underWay.catch(() => undefined);
    if (mine !== typing.latest) return null;
  }
  const answer = device.ports.lookUp({ kind: "search", type, words, most });
  typing.underWay = answer;
  try {
    const rows = await answer;
    return mine === typing.latest ? (rows as readonly DataRow<T>[]) : null;
  } finally {
    typing.underWay = null;
  }
}

/** The makers of a type of appliance, those met most on top. */
export function readMakers(device: Device, type: number): Promise<RankedChoices<MakerChoice>> {
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

function typingOf(device: Device, type: SearchedType): Typing {
  const ofDevice = typings.get(device) ?? new Map<SearchedType, Typing>();
  typings.set(device, ofDevice);
  const typing = ofDevice.get(type) ?? { latest: 0, underWay: null };
  ofDevice.set(type, typing);
  return typing;
}
