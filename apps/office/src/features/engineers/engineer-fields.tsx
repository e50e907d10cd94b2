import { Checkbox, Stack, TextInput } from "@mantine/core";
import { type EngineerPermission, engineerPermissionNames } from "@fieldfare/domain";
import { strings } from "./strings.ts";
import { type Fields, findFieldProblems } from "./values.ts";

const texts = strings.form;

interface EngineerFieldsProps {
  readonly fields: Fields;
  readonly onChange: (fields: Fields) => void;
  /** Whether problems are shown. */
  readonly isChecked: boolean;
}

/** What the office enters about an engineer, and what the engineer may do on the phone. */
export function EngineerFields({ fields, onChange, isChecked }: EngineerFieldsProps) {
  const change = (changes: Partial<Fields>) => onChange({ ...fields, ...changes });
  const problems = findFieldProblems(fields);
  return (
    <>
      <TextInput
        label={texts.names.name}
        maxLength={200}
        value={fields.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={isChecked && problems.name && texts.problems[problems.name]}
        data-autofocus
      />
      <TextInput
        label={texts.names.email}
        description={texts.emailHint}
        type="email"
        maxLength={200}
        value={fields.email}
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        error={isChecked && problems.email && texts.problems[problems.email]}
      />
      <TextInput
        label={texts.names.mobileNumber}
        description={texts.mobileHint}
        type="tel"
        maxLength={20}
        value={fields.mobileNumber}
        onChange={({ currentTarget }) => change({ mobileNumber: currentTarget.value })}
      />
      <TextInput
        label={texts.names.gasSafeIdCard}
        description={texts.gasSafeHint}
        maxLength={20}
        value={fields.gasSafeIdCard}
        onChange={({ currentTarget }) => change({ gasSafeIdCard: currentTarget.value })}
      />
      <Checkbox
        label={texts.names.recordsMileage}
        description={texts.mileageHint}
        checked={fields.recordsMileage}
        onChange={({ currentTarget }) => change({ recordsMileage: currentTarget.checked })}
      />
      <Checkbox.Group<EngineerPermission>
        label={texts.names.perms}
        description={texts.permsHint}
        value={[...fields.granted]}
        onChange={(granted) => change({ granted })}
      >
        <Stack gap="xs" mt="xs">
          {engineerPermissionNames.map((name) => (
            <Checkbox
              key={name}
              value={name}
              label={`${texts.permissions[name].label} (${texts.permissions[name].permission})`}
              description={texts.permissions[name].effect}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
