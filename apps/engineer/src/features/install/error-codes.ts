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

/** Parses the history state, which can hold any value. Returns null if it has no error code. */
export function parseErrorCode(state: unknown): InstallErrorCode | null {
  const code: unknown = (state as { errorCode?: unknown } | null)?.errorCode;
  return typeof code === "string" && Object.hasOwn(helpTopics, code)
    ? (code as InstallErrorCode)
    : null;
}
