import type { JobCustomForm } from "@fieldfare/contract";
import {
  formIds,
  londonDay,
  missingForms,
  findNoticeIssues,
  type NoticeIssueCode,
  type OutcomeId,
} from "@fieldfare/domain";
import type { FormIssue } from "@fieldfare/forms";
import type { Database } from "../database/database.ts";
import type { MessageTask } from "../database/task-queue.ts";
import { createFormThread } from "./form-thread.ts";
import {
  type Check,
  readCheckedMessage,
  findFormBundle,
  readJobForms,
  saveChecks,
} from "./check-store.ts";

export interface FormChecker {
  /** Checks the forms of a message's job. */
  checkForms(task: MessageTask): Promise<void>;
  close(): Promise<void>;
}

const maxIssues = 200;
const maxTextLength = 500;

/**
 * Checks answers after the commit that stores them. So no message of an engineer waits for the check or fails by
 * it.
 */
export function createFormChecker(database: Database): FormChecker {
  const thread = createFormThread();
  let isClosed = false;
  async function checkForm(form: JobCustomForm, today: string): Promise<Check> {
    const { customFormId, version, completedForm, completionStatus, previousAnswers } = form;
    const formVersion = { customFormId, version };
    const bundle = await findFormBundle(database, form);
    if (bundle === "unknown-definition") {
      const message = `The server does not know version ${version} of this form. Its answers are stored unchecked`;
      return { ...formVersion, status: bundle, findings: [formLevelIssue(message)] };
    }
    if (completedForm === null) return { ...formVersion, status: "checked", findings: [] };
    const allIssues = await thread.check({
      bundle,
      answers: completedForm,
      today,
      previousAnswers,
    });
    if (allIssues === null)
      return {
        ...formVersion,
        status: "given-up",
        findings: [formLevelIssue("The answers are too large to check")],
      };
    const isComplete = completionStatus === "Complete";
    const issues = allIssues.filter(({ isMissing }) => isComplete || !isMissing);
    return {
      ...formVersion,
      status: "checked",
      findings: issues.slice(0, maxIssues).map(truncateIssue),
    };
  }

  return {
    async checkForms(task) {
      const message = await readCheckedMessage(database, task.messageId);
      if (!message) return;
      const forms = await readJobForms(database, task.jobId);
      const checks: Check[] = [];
      for (const form of forms) checks.push(await checkForm(form, londonDay(message.receivedOn)));
      // The thread gives up its check when it is closed. That result says nothing about the answers.
      if (isClosed) throw new Error("The server closed before the forms were checked");
      await saveChecks(
        database,
        task,
        addMissingForms(addNoticeIssues(checks, forms), forms, message.outcomeId),
      );
    },
    async close() {
      isClosed = true;
      await thread.close();
    },
  };
}

const noticeMessages: Readonly<Record<NoticeIssueCode, string>> = {
  "no-notice": "calls for a warning notice: this job has none for it",
  "notice-not-complete": "calls for a warning notice: the one of this job is not complete",
  "class-differs": "has another class on the warning notice",
  "safe-on-record": "is unsafe on the warning notice, and not on this record",
  "denied-on-record": "has a warning notice, and this record says that none was issued",
  "number-differs": "has a warning notice with another number",
};

/** Adds the issues that only all forms of a visit together show. */
function addNoticeIssues(checks: readonly Check[], forms: readonly JobCustomForm[]): Check[] {
  const noticeIssues = findNoticeIssues(forms).map(({ code, name, recordPath }) => ({
    severity: "warning" as const,
    path: recordPath,
    label: "Warning notice",
    message: `${name} ${noticeMessages[code]}`.slice(0, maxTextLength),
  }));
  return checks.map((check) => {
    if (check.customFormId !== formIds.gasSafetyRecord) return check;
    const pathsWithIssues = new Set(check.findings.map(({ path }) => path));
    const newIssues = noticeIssues.filter(({ path }) => !pathsWithIssues.has(path));
    return { ...check, findings: [...check.findings, ...newIssues].slice(0, maxIssues) };
  });
}

/** Adds an issue for each missing form. The close was recorded all the same, and the office has to look at it. */
function addMissingForms(
  checks: readonly Check[],
  forms: readonly JobCustomForm[],
  outcomeId: OutcomeId | null,
): Check[] {
  const missing = new Map(
    (outcomeId === null ? [] : missingForms(outcomeId, forms)).map((form) => [
      form.customFormId,
      form.cannotBeOpened === true
        ? "This form was required. The phone could not open it, and the job was closed without it"
        : "This form was required, and the job was closed without it",
    ]),
  );
  return checks.map((check) => {
    const message = missing.get(check.customFormId);
    return message === undefined
      ? check
      : { ...check, findings: [formLevelIssue(message), ...check.findings].slice(0, maxIssues) };
  });
}

function formLevelIssue(message: string): Check["findings"][number] {
  return { severity: "error", path: "", label: "", message };
}

function truncateIssue({ severity, path, label, message }: FormIssue): Check["findings"][number] {
  return {
    severity,
    path: path.slice(0, maxTextLength),
    label: label.slice(0, maxTextLength),
    message: message.slice(0, maxTextLength),
  };
}
