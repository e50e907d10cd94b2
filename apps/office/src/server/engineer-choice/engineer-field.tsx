import { NativeSelect } from "@mantine/core";
import { londonDay } from "@fieldfare/domain";
import { useOperatives } from "../names.ts";
import { useDay } from "./queries.ts";
import { describeChoice, rankEngineers } from "./rank-engineers.ts";
import { strings } from "./strings.ts";

interface EngineerFieldProps {
  /** The time of the appointment, ISO 8601; null: it is missing or wrong. */
  readonly moment: string | null;
  /** Of the home, with its postcode at the end. */
  readonly address: string;
  /** The job that gets the appointment; null: it does not exist yet. */
  readonly jobId: string | null;
  /** What the choice of no engineer says. */
  readonly nobody: string;
  readonly value: string;
  readonly onChange: (fieldOperativeId: string) => void;
  readonly hasFocus?: boolean;
}

/** Who could do a visit. Those into whose day it fits best are first, each with the reason. */
export function EngineerField({
  moment,
  address,
  jobId,
  nobody,
  value,
  onChange,
  hasFocus = false,
}: EngineerFieldProps) {
  const day = moment === null ? null : londonDay(new Date(moment));
  const { data: operatives = [] } = useOperatives();
  const { jobs, absences, order } = useDay(day);
  const ranked =
    moment !== null && day !== null && jobs
      ? rankEngineers(operatives, jobs, absences ?? [], { day, moment, address, jobId })
      : null;
  const offered = ranked
    ? ranked.map((choice) => ({
        value: choice.fieldOperativeId,
        label: strings.choice(choice.name, describeChoice(choice)),
      }))
    : operatives
        .filter(({ disabledOn }) => disabledOn === null)
        .map(({ fieldOperativeId, name }) => ({ value: fieldOperativeId, label: name }));
  // Who has the job is shown also if nothing new can be given to that account.
  const disabled = operatives.filter(
    ({ fieldOperativeId, disabledOn }) => fieldOperativeId === value && disabledOn !== null,
  );
  return (
    <NativeSelect
      label={strings.label}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={moment === null ? strings.enterTime : order}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: "", label: nobody },
        ...offered,
        ...disabled.map(({ fieldOperativeId, name }) => ({
          value: fieldOperativeId,
          label: strings.disabled(name),
          disabled: true,
        })),
      ]}
      data-autofocus={hasFocus || undefined}
    />
  );
}
