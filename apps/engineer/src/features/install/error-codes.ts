/** What may have gone wrong on the way, and the topic of the help that it opens. */
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

/** The state of an address is whatever somebody put there. */
export function parseErrorCode(state: unknown): InstallErrorCode | null {
  const code: unknown = (state as { errorCode?: unknown } | null)?.errorCode;
  return typeof code === "string" && Object.hasOwn(helpTopics, code)
    ? (code as InstallErrorCode)
    : null;
}
