/** After more than this many failures in a row the phone refuses further sign-ins. */
export const maximumFailedLogins = 5;

/** Whether the phone refuses a sign-in after so many failures in a row. */
export function isLockedOut(failedLoginCount: number): boolean {
  return failedLoginCount > maximumFailedLogins;
}

/** 4 to 10 digits, nothing else. */
export const pinPattern = /^\d{4,10}$/;

export const deviceState = {
  notFound: 1,
  locked: 2,
  clientRecovery: 3,
  valid: 4,
  clientOnlyInstall: 5,
} as const;

export type DeviceState = (typeof deviceState)[keyof typeof deviceState];

/** The route that opens after signing in, by the state of the device. */
export const destinationByState = {
  1: "/install",
  2: "/lock",
  3: "/install/recover",
  4: "/",
  5: "/install/self",
} as const satisfies Record<DeviceState, string>;

export type SignInDestination = (typeof destinationByState)[DeviceState];
