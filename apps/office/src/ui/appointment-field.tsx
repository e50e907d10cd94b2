import { Checkbox, Stack, TextInput } from "@mantine/core";
import { formatMoment } from "./dates.ts";
import {
  comesTwice,
  describeTimeDoubt,
  describeTimeProblem,
  isUnusualTime,
  parseLondonTime,
} from "./london-time.ts";

/** The time of an appointment in London as its field has it: "2026-11-23T09:00". */
export interface AppointmentTime {
  readonly time: string;
  /** The time that the job has already. Empty: the job is new. */
  readonly original: string;
  /** The unusual time that the user has confirmed. Empty: none. */
  readonly confirmed: string;
}

/** A time that the job has already, or that was just chosen. */
export function makeAppointmentTime(time: string, original = time): AppointmentTime {
  return { time, original, confirmed: "" };
}

/** Says why the time cannot be saved; null: it can. A time far away is meant only if the user says so. */
export function findTimeProblem(
  { time, original, confirmed }: AppointmentTime,
  now = Date.now(),
): string | null {
  const moment = parseLondonTime(time);
  if (moment === null) return describeTimeProblem(time);
  return isUnusualTime(moment, now) && time !== original && time !== confirmed
    ? "Confirm the appointment, or enter another time"
    : null;
}

interface AppointmentFieldProps {
  readonly label: string;
  readonly value: AppointmentTime;
  readonly onChange: (value: AppointmentTime) => void;
  /** Whether the user has tried to save. */
  readonly isChecked: boolean;
  /** What else there is to say about the time. */
  readonly note?: string | null;
}

/** The field of an appointment, with what is unusual about its time. */
export function AppointmentField({
  label,
  value,
  onChange,
  isChecked,
  note = null,
}: AppointmentFieldProps) {
  const { time, original, confirmed } = value;
  const moment = parseLondonTime(time);
  const problem = findTimeProblem(value);
  const mustConfirm = moment !== null && isUnusualTime(moment) && time !== original;
  const notes = [describeTimeDoubt(moment), comesTwice(time) && twice, note].filter(Boolean);
  return (
    <Stack gap="xs">
      <TextInput
        type="datetime-local"
        label={label}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={time}
        onChange={({ currentTarget }) => onChange({ ...value, time: currentTarget.value })}
        description={notes.length > 0 && notes.join(" ")}
        error={moment === null && (isChecked || time !== "") && problem}
      />
      {mustConfirm && (
        <Checkbox
          label={`I mean ${formatMoment(moment)}`}
          checked={time === confirmed}
          onChange={({ currentTarget }) =>
            onChange({ ...value, confirmed: currentTarget.checked ? time : "" })
          }
          error={isChecked && problem}
          aria-invalid={isChecked && problem !== null}
        />
      )}
    </Stack>
  );
}

const twice =
  "The clocks go back in that hour, so this time comes twice. The first one counts, which is British Summer Time.";
