import { listKeys } from "@fieldfare/domain";

/** The error codes of the installation, with the help topic that each opens. */
export const helpTopics = {
  CAMERA_DENIED: "camera",
  NOTIFICATION_DENIED: "notifications",
  LOCATION_DENIED: "location",
  PreCheckFailed: "browser",
  UserConfigurationError: "configuration",
  ExistingDeviceRegistrationFound: "duplicate",
} as const;

export type InstallErrorCode = keyof typeof helpTopics;
export type HelpTopic = (typeof helpTopics)[InstallErrorCode];

export const helpPath = "/install/help";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The error that the help page explains. */
    errorCode?: InstallErrorCode;
  }
}

/** Parses the code in the history state, which the browser stores: it can be of another version of the app. */
export function parseErrorCode(code: unknown): InstallErrorCode | null {
  return listKeys(helpTopics).find((known) => known === code) ?? null;
}
