import { absenceStatus } from "@fieldfare/domain";
import type { Engineer } from "./layout.ts";
import { strings } from "./strings.ts";

/** What has to be known of an engineer on this day besides the jobs. */
export function noteOf({ absences, devices, isDisabled }: Engineer) {
  const unsent = devices.reduce((sum, { unsentMessages }) => sum + (unsentMessages ?? 0), 0);
  const warnings = [
    isDisabled && strings.disabled,
    ...absences.map(({ type, status }) =>
      status === absenceStatus.approved
        ? strings.absence[type]
        : `${strings.absence[type]}, ${strings.requested}`,
    ),
    devices.some(({ locked }) => locked) && strings.locked,
    unsent > 0 && strings.unsent(unsent),
  ].filter((text) => text !== false);
  return { text: warnings.join(", "), isWarning: warnings.length > 0 };
}
