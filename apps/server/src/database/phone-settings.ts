import {
  phoneSettingSchemas,
  type PhoneSettingName,
  type PhoneSettings,
} from "@fieldfare/contract/office";
import { listKeys } from "@fieldfare/domain";
import type { ServerConfig } from "../config.ts";
import type { Database } from "./database.ts";
import { readSetting, type StoredPhoneSettings } from "./settings.ts";

/** How soon a server follows what the office has chosen at another one. */
export const followMs = 5_000;

const names: readonly PhoneSettingName[] = listKeys(phoneSettingSchemas);

/** The configuration of a server with what the office has chosen for phones. */
export interface LiveConfig {
  /** Its values change while the server runs. */
  readonly config: ServerConfig;
  /** The settings of phones of the environment. */
  readonly otherwise: PhoneSettings;
  /** Reads what the office has chosen. */
  refresh(): Promise<void>;
  /** Goes on reading it, so that a change at another server counts here as well. */
  start(): void;
  close(): void;
}

/**
 * Puts what the office has chosen over the configuration of the environment.
 *
 * @param onFailure is called when it could not be read: what was read last still counts
 */
export async function createLiveConfig(
  database: Pick<Database, "orm">,
  environment: ServerConfig,
  onFailure: (error: unknown) => void,
): Promise<LiveConfig> {
  const otherwise = pickPhoneSettings(environment);
  let inForce = otherwise;
  const refresh = async () => {
    inForce = { ...otherwise, ...readChosen(await readSetting(database, "phoneSettings")) };
  };
  await refresh();
  let timer: NodeJS.Timeout | undefined;
  return {
    config: Object.defineProperties(
      { ...environment },
      Object.fromEntries(
        names.map((name) => [name, { get: () => inForce[name], enumerable: true }]),
      ),
    ),
    otherwise,
    refresh,
    start() {
      timer = setInterval(() => void refresh().catch(onFailure), followMs);
      timer.unref();
    },
    close() {
      clearInterval(timer);
    },
  };
}

/** The settings of phones in a configuration. */
function pickPhoneSettings(config: ServerConfig): PhoneSettings {
  const { supportPhone, lockAfterMinutes, standaloneOnly, blockPolling, syncWarnSizeInMb } = config;
  const { mayResetPin, deviceApproval, signInDays, homesPerDay, raisedJobHistory } = config;
  return {
    supportPhone,
    lockAfterMinutes,
    standaloneOnly,
    blockPolling,
    syncWarnSizeInMb,
    mayResetPin,
    deviceApproval,
    signInDays,
    homesPerDay,
    raisedJobHistory: [...raisedJobHistory],
  };
}

/** What is stored and this version still allows. */
export function readChosen(stored: StoredPhoneSettings | undefined): Partial<PhoneSettings> {
  const values: Record<string, unknown> = { ...stored?.values };
  return Object.assign(
    {},
    ...names.map((name) => {
      const parsed = phoneSettingSchemas[name].safeParse(values[name]);
      return parsed.success ? { [name]: parsed.data } : {};
    }),
  );
}
