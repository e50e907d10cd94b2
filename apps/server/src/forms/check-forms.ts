import type { DataRow } from "@fieldfare/contract";
import { z } from "@fieldfare/contract";
import {
  type CheckedForm,
  type FormFinding,
  formFile,
  formLimits,
  maxFormFileBytes,
} from "@fieldfare/contract/office";
import {
  buildBundle,
  compareDefinitions,
  definitionAdvice,
  describePlace,
  type FormChange,
  IncompleteBundle,
} from "@fieldfare/forms";
import { findUnknownKinds, type KindProperty, type KnownKinds } from "@fieldfare/domain";
import type { Orm } from "../database/database.ts";
import type { FormThread } from "./form-thread.ts";
import { readKnownKinds } from "./known-kinds.ts";
import { describeSchemaIssue, toForm, type WrittenForm } from "./read-folder.ts";
import {
  type CurrentForm,
  readCurrentForms,
  readVersions,
  type StoredVersion,
  validateVersion,
} from "./versions.ts";
import { findUsedSubForms, listPublished } from "./write-forms.ts";

type Form = DataRow<"CustomForm">;

/** A file that the office sends. */
export interface SentForm {
  readonly file: Readonly<Record<string, unknown>>;
  /** The current version that the caller knows; null: the form is new; undefined: not compared. */
  readonly expectedVersion?: number | null | undefined;
  /** Whether it is withdrawn as the caller knows it; undefined: not compared. */
  readonly expectedWithdrawn?: boolean | undefined;
}

/** A file that was read: the form in it, or why it has none. */
interface ReadForm {
  readonly sent: SentForm;
  readonly written: WrittenForm | null;
  readonly findings: readonly FormFinding[];
}

/**
 * Reads the files and checks their definitions in the thread, which has limits of time and memory: a definition can be
 * made so that its check takes for ever.
 */
export async function readSentForms(
  { orm }: { readonly orm: Orm },
  thread: FormThread,
  forms: readonly SentForm[],
  at: Date,
): Promise<ReadForm[]> {
  const read = forms.map((sent) => readSentForm(sent, at));
  const rows = read.flatMap(({ written }) => (written ? [written.row] : []));
  if (rows.length === 0) return read;
  const all = listPublished(await readCurrentForms(orm), { rows, withdrawnIds: [] });
  const checked: ReadForm[] = [];
  for (const form of read) {
    const findings = form.written ? await checkInThread(thread, form.written.row, all) : [];
    checked.push({ ...form, findings: [...form.findings, ...findings] });
  }
  return checked;
}

function readSentForm(sent: SentForm, at: Date): ReadForm {
  const { length } = JSON.stringify(sent.file);
  if (length > maxFormFileBytes) {
    const message = `${length} characters; ${maxFormFileBytes} are allowed`;
    return {
      sent,
      written: null,
      findings: [aFinding("", message, definitionAdvice["too-large"])],
    };
  }
  const parsed = z.safeParse(formFile, sent.file);
  if (parsed.success) return { sent, written: toForm(parsed.data, at), findings: [] };
  const findings = parsed.error.issues
    .flatMap(describeSchemaIssue)
    .map(({ path, message }) => aFinding(path, message, fileAdvice));
  return { sent, written: null, findings };
}

const fileAdvice = "Correct this property of the file. A downloaded version shows all of them.";

async function checkInThread(
  thread: FormThread,
  definition: Form,
  all: readonly Form[],
): Promise<FormFinding[]> {
  const issues = await thread.checkDefinition({ definition, all: onlyNeeded(definition, all) });
  if (issues === null)
    return [
      aFinding(
        "content",
        "The check of this form took too long",
        definitionAdvice["too-many-elements"],
      ),
    ];
  const { content } = definition.definition;
  return issues.map(({ path, code, message }) => ({
    path: path.slice(0, 1000),
    place: describePlace(content, path).slice(0, 2000),
    message: message.slice(0, 2000),
    advice: definitionAdvice[code],
  }));
}

/** The forms that the thread needs: a form without sub-forms needs no other. */
function onlyNeeded(definition: Form, all: readonly Form[]): readonly Form[] {
  return JSON.stringify(definition.definition.content).includes('"subForm"') ? all : [definition];
}

interface ReadState {
  readonly current: readonly CurrentForm[];
  /** Every version of the forms that were sent. */
  readonly stored: readonly StoredVersion[];
  readonly known: KnownKinds;
}

/** Reads what the decision about some forms depends on. */
export async function readState(orm: Orm, forms: readonly ReadForm[]): Promise<ReadState> {
  const rows = forms.flatMap(({ written }) => (written ? [written.row] : []));
  const formIds = rows.map(({ customFormId }) => customFormId);
  return {
    current: await readCurrentForms(orm),
    stored: await readVersions({ orm }, formIds),
    known: await readKnownKinds(orm, rows),
  };
}

/** Decides whether forms may be published: the findings of their files, and those that depend on what is stored. */
export function decideForms(forms: readonly ReadForm[], state: ReadState): CheckedForm[] {
  const rows = forms.flatMap(({ written }) => (written ? [written.row] : []));
  const changes = { rows, withdrawnIds: [] };
  const all = listPublished(state.current, changes);
  const used = findUsedSubForms(state.current, changes);
  return forms.map(({ sent, written, findings }, index): CheckedForm => {
    if (!written) return { ...nothingKnown, findings: findings.slice(0, formLimits.findings) };
    const { row } = written;
    const { customFormId, version } = row;
    const current = state.current.find((one) => one.row.customFormId === customFormId);
    const currentVersion = current?.row.version ?? null;
    const isDuplicate =
      forms.findIndex((one) => one.written?.row.customFormId === customFormId) < index;
    const changed = validateVersion(written, state.stored);
    const allFindings = [
      ...(isDuplicate
        ? [aFinding("customFormId", "Two of the files have this id", "Leave one of them out.")]
        : []),
      ...checkExpected(sent, currentVersion),
      ...checkWithdrawn(sent, current?.withdrawn != null),
      ...(changed === null ? [] : [aFinding("version", changed, versionAdvice)]),
      ...(version === currentVersion && changed === null && !current?.withdrawn
        ? [aFinding("version", "This version is published already", "There is nothing to publish.")]
        : []),
      ...used
        .filter((one) => one.customFormId === customFormId)
        .map(({ message }) => aFinding("version", message, subFormAdvice)),
      ...findUnknownKinds(row, state.known, current?.row ?? null).map(describeUnknownKind),
      ...findings,
    ];
    return {
      customFormId,
      name: row.definition.name,
      version,
      currentVersion,
      isWithdrawn: current?.withdrawn != null,
      findings: allFindings.slice(0, formLimits.findings),
      changes: current ? describeChanges(current.row, row) : null,
      bundle: allFindings.length === 0 ? findBundle(row, all) : null,
    };
  });
}

const nothingKnown = {
  customFormId: null,
  name: null,
  version: null,
  currentVersion: null,
  isWithdrawn: false,
  changes: null,
  bundle: null,
} as const;

const versionAdvice = "Change the version in the file.";
const subFormAdvice = "Choose the files of these forms together and publish them at once.";

/** Says that a form is for jobs which do not exist. */
function describeUnknownKind({
  offer,
  property,
  value,
}: ReturnType<typeof findUnknownKinds>[number]): FormFinding {
  const { name, table } = kinds[property];
  return aFinding(
    offer === null ? property : `offers.${offer}.${property}`,
    `There is no ${name} ${value}`,
    `Correct the number, or add it to ${table} at Reference data first. For any ${name} write null.`,
  );
}

const kinds = {
  jobCategoryId: { name: "job category", table: "Job types" },
  jobDetailTypeId: { name: "job type", table: "Job types" },
  jobStageId: { name: "job stage", table: "Job stages" },
} as const satisfies Record<KindProperty, object>;

/** Refuses a version that was written against another one than is current now. */
function checkExpected(
  { expectedVersion }: SentForm,
  currentVersion: number | null,
): FormFinding[] {
  if (expectedVersion === undefined || expectedVersion === currentVersion) return [];
  const message =
    currentVersion === null
      ? "There is no such form any more"
      : `Somebody else has published version ${currentVersion} since you checked this file`;
  return [aFinding("version", message, "Look at that version, and check your file again.")];
}

/** Refuses a version that offers a form again, or does not, without the caller knowing. */
function checkWithdrawn({ expectedWithdrawn }: SentForm, isWithdrawn: boolean): FormFinding[] {
  if (expectedWithdrawn === undefined || expectedWithdrawn === isWithdrawn) return [];
  const message = isWithdrawn
    ? "Somebody else has withdrawn this form since you checked this file"
    : "Somebody else has published this form again since you checked this file";
  return [aFinding("version", message, "Look at the form, and check your file again.")];
}

/** Returns the changes as answers have them. */
export function describeChanges(before: Form, after: Form) {
  return compareDefinitions(before, after).slice(0, formLimits.changes).map(shorten);
}

function shorten({ change, subject, title, details }: FormChange) {
  return {
    change,
    subject,
    title: title.slice(0, 500),
    details: details.slice(0, 20).map((text) => text.slice(0, 1000)),
  };
}

/** Returns a form with its sub-forms; null if one is missing. */
export function findBundle(definition: Form, all: readonly Form[]) {
  try {
    const { subForms } = buildBundle(definition, all);
    return { definition, subForms: [...subForms] };
  } catch (error) {
    if (error instanceof IncompleteBundle) return null;
    throw error;
  }
}

function aFinding(path: string, message: string, advice: string): FormFinding {
  return { path: path.slice(0, 1000), place: "", message: message.slice(0, 2000), advice };
}
