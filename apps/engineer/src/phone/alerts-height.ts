const storedKey = "fieldfare.alerts-height";
/** The space that a header leaves at its end. */
export const alertsHeightVariable = "--alerts-height";

let areDrawn = false;

/** Returns the height of the strip below the header as it was shown last, in CSS pixels; 0 without one. */
export function readAlertsHeight(): number {
  return Number(localStorage.getItem(storedKey));
}

/** Leaves space below the header for the alerts, which are loaded after the first drawing of a start. */
export function reserveAlertsHeight(): (() => void) | undefined {
  if (areDrawn) return undefined;
  document.documentElement.style.setProperty(alertsHeightVariable, `${readAlertsHeight()}px`);
  return release;
}

/** Takes back the reserved space, in which the alerts are now, and stores their height until the returned function is called. */
export function keepAlertsHeight(alerts: HTMLElement): () => void {
  areDrawn = true;
  release();
  const observer = new ResizeObserver(() =>
    localStorage.setItem(storedKey, String(alerts.offsetHeight)),
  );
  observer.observe(alerts);
  return () => observer.disconnect();
}

function release(): void {
  document.documentElement.style.removeProperty(alertsHeightVariable);
}
