import {
  type CallAnswer,
  type ClientSettings,
  clientSettings,
  getClientSettings,
} from "@fieldfare/contract";
import { defaultLockAfterMinutes, defaultSyncConfig } from "@fieldfare/domain";
import { callServer } from "../api/call.ts";
import type { Device } from "../device.ts";
import { clientSettingsKey } from "./client-settings-key.ts";

/** The settings until the server has answered once. */
export const defaultClientSettings: ClientSettings = {
  supportPhone: null,
  standaloneOnly: false,
  adminPath: "",
  sync: {
    warnSizeInMb: defaultSyncConfig.warnSizeInMb,
    minSizeInMb: defaultSyncConfig.minSizeInMb,
    maxSizeInMb: defaultSyncConfig.maxSizeInMb,
  },
  blockPolling: false,
  lockAfterMinutes: defaultLockAfterMinutes,
  publicUrl: typeof location === "undefined" ? null : location.origin,
  escrowKey: null,
  providerSignIn: false,
};

/**
 * Returns the settings as last received: they are needed without a network, and before the database
 * is open.
 */
export function readClientSettings(): ClientSettings {
  try {
    const stored = clientSettings.safeParse(
      JSON.parse(localStorage.getItem(clientSettingsKey) ?? "null"),
    );
    return stored.success ? withDefaults(stored.data) : defaultClientSettings;
  } catch {
    return defaultClientSettings;
  }
}

/** Fetches the settings and stores them. Without an answer the stored ones stay. */
export async function refreshClientSettings(device: Device): Promise<ClientSettings> {
  const answer = await callServer(device, getClientSettings, {});
  if (!answer.ok) return device.ports.clientSettings();
  const settings = withDefaults(answer.value);
  device.ports.storeClientSettings(settings);
  await storeSyncSizes(device, settings.sync);
  return settings;
}

/** Written only when they have changed: a write wakes everything that reads the settings. */
async function storeSyncSizes({ shared }: Device, sizes: ClientSettings["sync"]): Promise<void> {
  const setting = await shared.setting.get(1);
  const { warnSizeInMb, minSizeInMb, maxSizeInMb } = sizes;
  const known = setting?.sync.config;
  const isKnown =
    known?.warnSizeInMb === warnSizeInMb &&
    known.minSizeInMb === minSizeInMb &&
    known.maxSizeInMb === maxSizeInMb;
  if (isKnown) return;
  await shared.setting.update(1, {
    "sync.config.warnSizeInMb": warnSizeInMb,
    "sync.config.minSizeInMb": minSizeInMb,
    "sync.config.maxSizeInMb": maxSizeInMb,
  });
}

function withDefaults(answer: CallAnswer<typeof getClientSettings>): ClientSettings {
  return {
    ...answer,
    adminPath: answer.adminPath ?? defaultClientSettings.adminPath,
    sync: answer.sync ?? defaultClientSettings.sync,
    blockPolling: answer.blockPolling ?? defaultClientSettings.blockPolling,
    // Null is a valid answer: the app does not lock itself.
    lockAfterMinutes:
      answer.lockAfterMinutes === undefined
        ? defaultClientSettings.lockAfterMinutes
        : answer.lockAfterMinutes,
    // Null is a valid answer: documents then carry no code.
    publicUrl: answer.publicUrl === undefined ? defaultClientSettings.publicUrl : answer.publicUrl,
    escrowKey: answer.escrowKey ?? null,
    providerSignIn: answer.providerSignIn ?? false,
  };
}

/** Stores the settings of the server for the next start, which may be offline. */
export function storeClientSettings(settings: ClientSettings): void {
  localStorage.setItem(clientSettingsKey, JSON.stringify(settings));
}
