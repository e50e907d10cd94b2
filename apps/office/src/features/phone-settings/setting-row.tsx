import { Button, Checkbox, Group, NativeSelect, Stack, Switch, TextInput } from "@mantine/core";
import {
  type PhoneSettingName,
  type PhoneSettings,
  raisedJobHistory,
} from "@fieldfare/contract/office";
import { useId } from "react";
import { type Draft, writeValue } from "./draft.ts";
import styles from "./phone-settings.module.css";
import { describeValue, strings } from "./strings.ts";

type Value = Draft[PhoneSettingName];

interface SettingRowProps {
  readonly name: PhoneSettingName;
  /** The values of the server's environment. */
  readonly otherwise: PhoneSettings;
  /** What is typed; undefined: as the server has it. */
  readonly value: Value;
  readonly error: string | null;
  readonly onChange: (value: Value) => void;
}

/** One setting: what it means, its value, and whether it is the server's. */
export function SettingRow({ name, otherwise, value, error, onChange }: SettingRowProps) {
  const id = useId();
  const { label, means } = strings.settings[name];
  const asServer = strings.asServer(describeValue(name, otherwise));
  return (
    <div className={styles.setting}>
      <div>
        <div className={styles.label} id={`${id}-label`}>
          {label}
        </div>
        <p className={styles.means} id={`${id}-means`}>
          {means}
        </p>
      </div>
      <div>
        <Control
          name={name}
          labelId={`${id}-label`}
          meansId={`${id}-means`}
          value={value === undefined ? writeValue(otherwise[name]) : value}
          error={error}
          onChange={onChange}
        />
        {value === undefined ? (
          <p className={styles.source}>{asServer}</p>
        ) : (
          <Group gap="xs" mt={4}>
            <span className={styles.source}>{strings.own}</span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={strings.useServer(label)}
              title={asServer}
              onClick={() => onChange(undefined)}
            >
              {strings.useServerShort}
            </Button>
          </Group>
        )}
      </div>
    </div>
  );
}

interface ControlProps {
  readonly name: PhoneSettingName;
  readonly labelId: string;
  readonly meansId: string;
  readonly value: Exclude<Value, undefined>;
  readonly error: string | null;
  readonly onChange: (value: Value) => void;
}

function Control({ name, labelId, meansId, value, error, onChange }: ControlProps) {
  const named = { "aria-labelledby": labelId, "aria-describedby": meansId };
  if (typeof value === "boolean")
    return (
      <Switch
        {...named}
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (typeof value === "object" && value !== null)
    return (
      <Checkbox.Group {...named} value={[...value]} onChange={onChange}>
        <Stack gap={6}>
          {raisedJobHistory.map((part) => (
            <Checkbox key={part} value={part} label={strings.history[part]} />
          ))}
        </Stack>
      </Checkbox.Group>
    );
  if (name === "supportPhone")
    return (
      <TextInput
        {...named}
        type="tel"
        maxLength={50}
        placeholder={strings.noNumber}
        value={value ?? ""}
        error={error}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === "" ? null : currentTarget.value)
        }
      />
    );
  const { unit } = { unit: "", ...strings.settings[name] };
  return (
    <Group gap="xs" align="start" wrap="nowrap">
      {name === "lockAfterMinutes" && (
        <NativeSelect
          aria-labelledby={labelId}
          w={120}
          value={value === null ? "never" : "after"}
          data={[
            { value: "after", label: "After" },
            { value: "never", label: strings.never },
          ]}
          onChange={({ currentTarget }) => onChange(currentTarget.value === "never" ? null : "15")}
        />
      )}
      {value !== null && (
        <TextInput
          {...named}
          inputMode="decimal"
          maxLength={6}
          value={value}
          error={error}
          rightSection={null}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          description={unit}
          inputWrapperOrder={["label", "input", "description", "error"]}
        />
      )}
    </Group>
  );
}
