import type { CallAnswer } from "@fieldfare/contract";
import type { publishForms as publishCall } from "@fieldfare/contract/office";
import { namedSubForms } from "@fieldfare/forms";
import { type AuditSource, makeChange } from "../../database/audit.ts";
import type { Database } from "../../database/database.ts";
import { decideForms, readSentForms, readState, type SentForm } from "../../forms/check-forms.ts";
import type { FormThread } from "../../forms/form-thread.ts";
import {
  type CurrentForm,
  lockForms,
  readCurrentForms,
  saveVersions,
} from "../../forms/versions.ts";
import { findUsedSubForms, withoutWithdrawal, writeForms } from "../../forms/write-forms.ts";
import { type Refusal, refuse } from "../../http/problem.ts";
import { ok } from "../../http/routes.ts";

/** Says what publishing forms would do, and why it would be refused. */
export async function checkForms(
  database: Database,
  thread: FormThread,
  forms: readonly SentForm[],
  at: Date,
): Promise<CallAnswer<typeof publishCall>> {
  const read = await readSentForms(database, thread, forms, at);
  return { isPublished: false, forms: decideForms(read, await readState(database.orm, read)) };
}

/** Publishes new versions of forms, all or none. A withdrawn form is published again with its new version. */
export async function publishForms(
  database: Database,
  thread: FormThread,
  { forms, source, at }: { forms: readonly SentForm[]; source: AuditSource; at: Date },
): Promise<CallAnswer<typeof publishCall> | Refusal> {
  const read = await readSentForms(database, thread, forms, at);
  return makeChange(database, source, async ({ orm, record }) => {
    await lockForms(orm);
    const state = await readState(orm, read);
    const checked = decideForms(read, state);
    const issues = checked.flatMap(({ findings }, index) =>
      findings.map(({ path, message }) => ({ path: `forms.${index}.file.${path}`, message })),
    );
    if (issues.length > 0) return refuse("invalid", { issues });
    const written = read.flatMap((form) => (form.written ? [form.written] : []));
    const rows = written.map(({ row }) => row);
    const by = source.actor?.name ?? null;
    await saveVersions(
      orm,
      written.map((form) => ({ ...form, file: null, by })),
    );
    await writeForms(orm, state.current, { rows, withdrawnIds: [], at, by });
    for (const { contentHash, row } of written) {
      const before = state.current.find((one) => one.row.customFormId === row.customFormId);
      record({
        action: "form-published",
        objectType: "form",
        objectId: row.customFormId,
        ...(before && { before: describe(before) }),
        after: { name: row.definition.name, version: row.version, contentHash, withdrawn: false },
      });
    }
    return { isPublished: true, forms: checked };
  });
}

interface Decision {
  readonly customFormId: string;
  /** The current version that the caller knows. */
  readonly version: number;
  readonly source: AuditSource;
  readonly at: Date;
}

/** Withdraws a form that no published form uses. */
export function withdrawForm(
  database: Database,
  { customFormId, version, source, at }: Decision,
): Promise<typeof ok | Refusal> {
  return makeChange(database, source, async ({ orm, record }) => {
    await lockForms(orm);
    const current = await readCurrentForms(orm);
    const form = findForm(current, customFormId);
    if (!form) return refuse("not-found");
    if (form.row.version !== version) return refuseStale(form);
    if (form.withdrawn) return ok;
    const withdrawnIds = [customFormId];
    const users = findUsedSubForms(current, { rows: [], withdrawnIds });
    if (users.length > 0)
      return refuse("conflict", {
        detail: `Other forms use this form: ${[...new Set(users.map(({ user }) => user))].join(", ")}. Publish versions of them that do not use it, or withdraw them first.`,
      });
    const by = source.actor?.name ?? "";
    await writeForms(orm, current, { rows: [], withdrawnIds, at, by });
    record({
      action: "form-withdrawn",
      objectType: "form",
      objectId: customFormId,
      before: describe(form),
      after: { ...describe(form), withdrawn: true },
    });
    return ok;
  });
}

/** Publishes a withdrawn form again, unless one of its sub-forms has changed or is withdrawn. */
export function republishForm(
  database: Database,
  { customFormId, version, source, at }: Decision,
): Promise<typeof ok | Refusal> {
  return makeChange(database, source, async ({ orm, record }) => {
    await lockForms(orm);
    const current = await readCurrentForms(orm);
    const form = findForm(current, customFormId);
    if (!form) return refuse("not-found");
    if (form.row.version !== version) return refuseStale(form);
    if (!form.withdrawn) return ok;
    const missing = namedSubForms(form.row).filter(({ subForm, subFormVersion }) => {
      const part = findForm(current, subForm);
      return !part || part.withdrawn || part.row.version !== subFormVersion;
    });
    if (missing.length > 0)
      return refuse("conflict", {
        detail: `It uses ${[...new Set(missing.map((one) => nameSubForm(current, one)))].join(", ")}, which is not published. Publish a new version of this form that uses what is published now.`,
      });
    const rows = [withoutWithdrawal(form.row)];
    await writeForms(orm, current, { rows, withdrawnIds: [], at, by: null });
    record({
      action: "form-published-again",
      objectType: "form",
      objectId: customFormId,
      before: describe(form),
      after: { ...describe(form), withdrawn: false },
    });
    return ok;
  });
}

function nameSubForm(
  current: readonly CurrentForm[],
  { subForm, subFormVersion }: { readonly subForm: string; readonly subFormVersion: number },
): string {
  const name = findForm(current, subForm)?.row.definition.name ?? subForm;
  return `version ${subFormVersion} of ${name}`;
}

function findForm(current: readonly CurrentForm[], customFormId: string): CurrentForm | undefined {
  return current.find(({ row }) => row.customFormId === customFormId);
}

function describe({ row, withdrawn }: CurrentForm) {
  return {
    name: row.definition.name,
    version: row.version,
    withdrawn: withdrawn !== null,
  };
}

function refuseStale({ row }: CurrentForm): Refusal {
  return refuse("conflict", {
    detail: `Somebody else has published version ${row.version} of this form since you opened it. Look at it again.`,
  });
}
