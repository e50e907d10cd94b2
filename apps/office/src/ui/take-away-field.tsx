import { Checkbox, Text } from "@mantine/core";

interface TakeAwayFieldProps {
  /** The name of the engineer who has the job. */
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Says that an engineer who has gained access keeps the job, and asks whether to take it away all the same. */
export function TakeAwayField({ name, checked, onChange }: TakeAwayFieldProps) {
  return (
    <>
      <Text role="status">{name} has gained access and keeps the job until the visit ends.</Text>
      <Checkbox
        label={`Take the job away from ${name} all the same`}
        description="For a phone that is lost, for example. The visit that has begun does not count then."
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </>
  );
}
