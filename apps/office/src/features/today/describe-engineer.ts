import { absenceStatus } from "@fieldfare/domain";
import type { BoardRow } from "./layout.ts";
import { strings } from "./strings.ts";

/** What has to be known of an engineer on this day besides the jobs. */
export function noteOf({ engineer, moved }: Pick<BoardRow, "engineer" | "moved">) {
  const { absences, devices, isDisabled } = engineer;
  const unsent = devices.reduce((sum, { unsentMessages }) => sum + (unsentMessages ?? 0), 0);
  const warnings = [
    moved.length > 0 && strings.onMovedJob,
    isDisabled && strings.disabled,
    ...absences.map(({ type, status }) =>
      status === absenceStatus.approved
        ? strings.absence[type]
        : `${strings.absence[type]}, ${strings.requested}`,
    ),
    // A phone that was replaced or wiped stays locked.
    devices.length > 0 && devices.every(({ locked }) => locked) && strings.locked,
    unsent > 0 && strings.unsent(unsent),
  ].filter((text) => text !== false);
  return { text: warnings.join(", "), isWarning: warnings.length > 0 };
}
