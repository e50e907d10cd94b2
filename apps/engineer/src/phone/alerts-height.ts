/** The space that a header leaves at its end. */
export const alertsHeightVariable = "--alerts-height";

const storedKey = "fieldfare.alerts-height";

/** Returns the height of the strip below the header as it was shown last, as a length; empty without one. */
export const readAlertsHeight = () => localStorage.getItem(storedKey) ?? "";

export const storeAlertsHeight = (height: number) => localStorage.setItem(storedKey, `${height}px`);
