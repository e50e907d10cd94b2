import { Accordion, Button, MultiSelect, Text, TextInput } from "@mantine/core";
import type { JobAttachment } from "@fieldfare/contract";
import { visitLimits } from "@fieldfare/contract/office";
import type { ReactNode } from "react";
import { formatCount } from "../../ui/count.ts";
import { AttachmentFields } from "./attachment-fields.tsx";
import { type ContactDraft, emptyContact, isNameless, type NeedsDraft } from "./needs.ts";
import { useAlertCodes, useForms } from "./queries.ts";
import { needNames } from "./strings.ts";
import styles from "./visit-needs.module.css";

interface VisitNeedsFieldsProps {
  readonly needs: NeedsDraft;
  readonly onChange: (needs: NeedsDraft) => void;
  /** The files that are known, among them those of the job. */
  readonly files: readonly JobAttachment[];
  readonly onUploaded: (file: JobAttachment) => void;
  /** Whether the user has tried to save, so that what is missing is said. */
  readonly isChecked: boolean;
  /** The parts that are open at first. */
  readonly opened: readonly string[];
  /** Further parts, which come first. */
  readonly children?: ReactNode;
}

/**
 * What a visit needs besides the work: forms, alerts, key safe, contacts and files, each in a part that opens. A part that is
 * closed says what is in it.
 */
export function VisitNeedsFields({
  needs,
  onChange,
  files,
  onUploaded,
  isChecked,
  opened,
  children,
}: VisitNeedsFieldsProps) {
  const { requiredForms, alertCodes, keySafe, visitContacts, attachmentIds } = needs;
  const change = (changes: Partial<NeedsDraft>) => onChange({ ...needs, ...changes });
  const hasKeySafe = keySafe.location.trim() !== "" || keySafe.code.trim() !== "";
  return (
    <Accordion multiple variant="contained" order={3} defaultValue={[...opened]}>
      {children}
      <NeedPart name="requiredForms" summary={describeCount(requiredForms.length, "form")}>
        <RequiredForms value={requiredForms} onChange={(ids) => change({ requiredForms: ids })} />
      </NeedPart>
      <NeedPart name="alertCodes" summary={describeCount(alertCodes.length, "alert")}>
        <Alerts value={alertCodes} onChange={(codes) => change({ alertCodes: codes })} />
      </NeedPart>
      <NeedPart name="keySafe" summary={hasKeySafe ? "Entered" : none}>
        <div className={styles.fields}>
          <TextInput
            label="Where the key safe is"
            maxLength={500}
            value={keySafe.location}
            onChange={({ currentTarget }) =>
              change({ keySafe: { ...keySafe, location: currentTarget.value } })
            }
          />
          <TextInput
            label="Code of the key safe"
            maxLength={50}
            autoComplete="off"
            value={keySafe.code}
            onChange={({ currentTarget }) =>
              change({ keySafe: { ...keySafe, code: currentTarget.value } })
            }
          />
        </div>
      </NeedPart>
      <NeedPart name="visitContacts" summary={describeCount(visitContacts.length, "contact")}>
        <Contacts
          value={visitContacts}
          onChange={(contacts) => change({ visitContacts: contacts })}
          isChecked={isChecked}
        />
      </NeedPart>
      <NeedPart name="attachmentIds" summary={describeCount(attachmentIds.length, "file")}>
        <AttachmentFields
          value={attachmentIds}
          onChange={(ids) => change({ attachmentIds: ids })}
          files={files}
          onUploaded={onUploaded}
        />
      </NeedPart>
    </Accordion>
  );
}

const none = "None";

/** What a closed part says of what is in it. */
export function describeCount(count: number, name: string): string {
  return count === 0 ? none : formatCount(count, name);
}

interface NeedPartProps {
  readonly name: keyof typeof needNames;
  readonly summary: string;
  readonly children: ReactNode;
}

/** A part of what a visit needs, which opens. Closed, it says what is in it. */
export function NeedPart({ name, summary, children }: NeedPartProps) {
  return (
    <Accordion.Item value={name}>
      <Accordion.Control>
        <span className={styles.head}>
          {needNames[name]} <span className={styles.summary}>{summary}</span>
        </span>
      </Accordion.Control>
      <Accordion.Panel>{children}</Accordion.Panel>
    </Accordion.Item>
  );
}

interface ListProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

function RequiredForms({ value, onChange }: ListProps) {
  const { data: forms = [] } = useForms();
  const choices = forms
    .filter(({ customFormId, withdrawn }) => withdrawn === null || value.includes(customFormId))
    .map(({ customFormId, name, withdrawn }) => ({
      value: customFormId,
      label: withdrawn === null ? name : `${name} (withdrawn)`,
    }));
  const unknown = value.filter((id) => !choices.some((choice) => choice.value === id));
  return (
    <MultiSelect
      label="Forms that the engineer has to complete"
      description="Besides those of the type of job, which come by themselves."
      data={[...choices, ...unknown.map((id) => ({ value: id, label: "A form that is unknown" }))]}
      value={[...value]}
      onChange={onChange}
      maxValues={visitLimits.forms}
      searchable
      nothingFoundMessage="No published form has this name"
    />
  );
}

function Alerts({ value, onChange }: ListProps) {
  const { data: alerts = [] } = useAlertCodes();
  const codes = [...new Set([...alerts.map(({ code }) => code), ...value])];
  const chosen = alerts.filter(({ code }) => value.includes(code));
  return (
    <>
      <MultiSelect
        label="Alerts of this job"
        description="They are for this job alone. Alerts of the home are shown in any case."
        data={codes}
        value={[...value]}
        onChange={onChange}
        maxValues={visitLimits.alerts}
        searchable
        nothingFoundMessage="No alert has this code"
        renderOption={({ option }) => (
          <span>
            <strong>{option.value}</strong>{" "}
            {alerts.find(({ code }) => code === option.value)?.description}
          </span>
        )}
      />
      {chosen.length > 0 && (
        <ul className={styles.texts} aria-label="What the engineer reads">
          {chosen.map(({ code, description, alertEngineer }) => (
            <li key={code}>
              {code}: {description}
              {alertEngineer && " The engineer has to confirm it."}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ContactsProps {
  readonly value: readonly ContactDraft[];
  readonly onChange: (value: readonly ContactDraft[]) => void;
  readonly isChecked: boolean;
}

const contactFields = [
  ["fullName", "Name", 200],
  ["role", "Who it is, such as Caretaker", 100],
  ["telephone", "Telephone", 30],
  ["emailAddress", "Email address", 254],
] as const;

function Contacts({ value, onChange, isChecked }: ContactsProps) {
  const change = (index: number, changes: Partial<ContactDraft>) =>
    onChange(value.map((contact, at) => (at === index ? { ...contact, ...changes } : contact)));
  return (
    <>
      <Text size="sm" mb="xs">
        Who can be reached about this visit, besides the contacts of the home.
      </Text>
      {value.map((contact, index) => (
        <fieldset key={index} className={styles.contact}>
          <legend>{`Contact ${index + 1}`}</legend>
          <div className={styles.fields}>
            {contactFields.map(([name, label, maxLength]) => (
              <TextInput
                key={name}
                label={label}
                maxLength={maxLength}
                {...(name === "telephone" && { type: "tel" })}
                {...(name === "emailAddress" && { type: "email" })}
                value={contact[name]}
                onChange={({ currentTarget }) => change(index, { [name]: currentTarget.value })}
                error={
                  name === "fullName" && isChecked && isNameless(contact) && "Enter who this is"
                }
              />
            ))}
          </div>
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            {`Leave out contact ${index + 1}`}
          </Button>
        </fieldset>
      ))}
      <Button
        size="xs"
        variant="default"
        disabled={value.length >= visitLimits.contacts}
        onClick={() => onChange([...value, emptyContact])}
      >
        Add a contact
      </Button>
    </>
  );
}
