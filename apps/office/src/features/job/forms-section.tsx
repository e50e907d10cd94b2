import { formatCount } from "../../ui/count.ts";
import { Text } from "@mantine/core";
import { isUnderWay, readField, readNumberField, readTextField } from "@fieldfare/domain";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { Empty } from "../../ui/empty.tsx";
import { type Fact, Facts } from "../../ui/facts.tsx";
import { Section } from "../../ui/page.tsx";
import { Pill, type Tone } from "../../ui/pill.tsx";
import { describeAnswers, type ShownAnswer } from "./form-answers.ts";
import styles from "./job-screen.module.css";
import { useListTexts } from "./lists.ts";
import { Thumbnail } from "./photos-section.tsx";
import { type FieldJob, useDataRows } from "./queries.ts";
import { strings } from "./strings.ts";

const progress = {
  NotStarted: ["neutral", "Not started"],
  InProgress: ["warn", "In progress"],
  Complete: ["good", "Complete"],
} as const satisfies Record<string, readonly [Tone, string]>;

/** A phone sends the forms of a visit with its end. */
const notReceived = ["neutral", "Not received yet"] as const;

const checks = {
  checked: "Checked with the form's own version",
  "unknown-definition": "Not checked: the server does not know this version of the form",
  unreadable: "Not checked: the answers cannot be read",
  "given-up": "Not checked: the check failed",
} as const;

/** Shows the job's forms with their answers, and how the server checked them. */
export function FormsSection({ field }: { readonly field: FieldJob }) {
  const { forms } = field;
  const definitions = useDataRows("CustomForm");
  return (
    <Section id="forms" title={`${strings.sections.forms} (${forms.length})`}>
      {forms.length === 0 && <Empty title="The job has no forms" />}
      {definitions.error && (
        <ErrorNotice error={definitions.error} retry={() => void definitions.refetch()} />
      )}
      {forms.map((form) => (
        <JobForm
          key={form.customFormId}
          form={form}
          field={field}
          definitions={definitions.data ?? []}
        />
      ))}
    </Section>
  );
}

interface JobFormProps {
  readonly form: FieldJob["forms"][number];
  readonly field: FieldJob;
  readonly definitions: readonly unknown[];
}

function JobForm({ form, field, definitions }: JobFormProps) {
  const readListText = useListTexts();
  const { name, version, completionStatus, check } = form;
  const isOnPhone = completionStatus === "NotStarted" && isUnderWay(field.job);
  const [tone, word] = isOnPhone ? notReceived : progress[completionStatus];
  const stored = field.job.customForms.find(
    ({ customFormId }) => customFormId === form.customFormId,
  );
  const definition = definitions.find(
    (row) => readTextField(row, "customFormDefinitionId") === stored?.customFormDefinitionId,
  );
  const readContent = (customFormId: string) =>
    readField(
      definitions.find((row) => readTextField(row, "customFormId") === customFormId),
      "definition",
      "content",
    );
  const names = new Map<string, string>([
    ...field.appliances.map(
      (appliance) =>
        [appliance.propertyAssetId, readListText("Type", appliance.type) ?? ""] as const,
    ),
    ...field.contacts.map((contact) => [contact.propertyTenantId, contact.fullName] as const),
    ...field.images.map(({ imageId }) => [imageId, "Photo"] as const),
  ]);
  const answers = describeAnswers(
    readField(definition, "definition", "content"),
    stored?.completedForm ?? {},
    { readContent, nameOfId: (id) => names.get(id) ?? null },
  );
  const isOtherVersion =
    definition !== undefined && readNumberField(definition, "version") !== version;
  return (
    <details open={completionStatus !== "NotStarted" && field.forms.length < 3}>
      <summary>
        <strong>{name}</strong> <Pill tone={tone}>{word}</Pill>{" "}
        {check && check.findings.length > 0 && (
          <Pill tone="danger">{formatCount(check.findings.length, "issue")}</Pill>
        )}
      </summary>
      <div className={styles.entry}>
        <Text size="sm" c="dimmed" mb="xs">
          Version {version}
          {stored?.completedOn && `, completed ${formatMoment(stored.completedOn)}`}
          {check && `. ${checks[check.status]}, ${formatMoment(check.checkedOn)}`}
          {isOtherVersion && ". The questions are those of the present version."}
        </Text>
        {check?.findings.map(({ severity, label, message, path }) => (
          <p key={path + message}>
            <Pill tone={severity === "error" ? "danger" : "warn"}>
              {severity === "error" ? "Issue" : "Warning"}
            </Pill>{" "}
            {label}: {message}
          </p>
        ))}
        {answers.length === 0 ? (
          <Empty title="No answers" />
        ) : (
          <Answers
            answers={answers}
            arrived={new Set(field.images.map(({ imageId }) => imageId))}
          />
        )}
      </div>
    </details>
  );
}

interface AnswersProps {
  readonly answers: readonly ShownAnswer[];
  /** The images that the server has. */
  readonly arrived: ReadonlySet<string>;
}

function Answers({ answers, arrived }: AnswersProps) {
  return (
    <>
      <Facts
        facts={answers
          .filter(({ entries }) => !entries)
          .map((answer) => drawAnswer(answer, arrived))}
      />
      {answers.map(
        ({ name, title, entries }) =>
          entries && (
            <div key={name}>
              <h4 className={styles.subheading}>
                {title} ({entries.length})
              </h4>
              {entries.map((entry, index) => (
                <div key={index} className={styles.entry}>
                  <Answers answers={entry} arrived={arrived} />
                </div>
              ))}
            </div>
          ),
      )}
    </>
  );
}

function drawAnswer(
  { title, text, image, imageIds }: ShownAnswer,
  arrived: AnswersProps["arrived"],
): Fact {
  if (imageIds)
    return [
      title,
      <span key="photos" className={styles.answerPhotos}>
        {imageIds.map((imageId, index) =>
          arrived.has(imageId) ? (
            <Thumbnail
              key={imageId}
              imageId={imageId}
              description={strings.answerPhoto(title, index + 1, imageIds.length)}
            />
          ) : (
            <span key={imageId} className={styles.placeholder}>
              {strings.photoNotArrived}
            </span>
          ),
        )}
      </span>,
    ];
  if (image === undefined) return [title, text];
  return [title, <img key="image" className={styles.signature} src={image} alt={title} />];
}
