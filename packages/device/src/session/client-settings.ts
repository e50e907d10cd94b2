import { type ClientSettings, clientSettings, getClientSettings } from "@fieldfare/contract";
import { callServer } from "../api/call.ts";
import type { Device } from "../device.ts";

const key = "fieldfare.client-settings";
const unknown: ClientSettings = { supportPhone: null, standaloneOnly: false };

/** As they were last heard: they are needed without a network, and before the database is open. */
export function readClientSettings(): ClientSettings {
  try {
    const kept = clientSettings.safeParse(JSON.parse(localStorage.getItem(key) ?? "null"));
    return kept.success ? kept.data : unknown;
  } catch {
    return unknown;
  }
}

/** Asks the server, and keeps what it says; without an answer what was kept holds. */
export async function refreshClientSettings(device: Device): Promise<ClientSettings> {
  const answer = await callServer(device, getClientSettings, {});
  if (!answer.ok) return readClientSettings();
  localStorage.setItem(key, JSON.stringify(answer.value));
  return answer.value;
}
