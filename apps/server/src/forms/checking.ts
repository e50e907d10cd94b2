import type { JobCustomForm } from "@fieldfare/contract";
import {
  formIds,
  londonDay,
  missingForms,
  noticeFindings,
  type NoticeIssue,
  type OutcomeId,
} from "@fieldfare/domain";
import type { FormFinding } from "@fieldfare/forms";
import { createBackgroundWork } from "../database/background-work.ts";
import type { Database } from "../database/database.ts";
import { createBench } from "./bench.ts";
import { type Check, type DueCheck, dueChecks, findKit, formsOfJob, keepChecks } from "./checks.ts";

export interface Checking {
  /** Checks what nobody has checked yet, now and regularly: what failed is tried again. */
  start(): void;
  /** A close came: checks the forms that nobody has checked yet, later and apart from whoever asks. */
  nudge(): void;
  close(): Promise<void>;
}

interface Parts {
  readonly database: Database;
  /** Told of a closing whose forms could not be checked: they are tried again by themselves. */
  readonly onFailure: (error: unknown, messageId: string | null) => void;
}

const mostFindings = 200;
const mostWords = 500;

/** Answers are checked after the commit that keeps them: nothing that an engineer did waits for it or fails by it. */
export function createChecking({ database, onFailure }: Parts): Checking {
  const bench = createBench();
  let isClosed = false;
  const work = createBackgroundWork({
    database,
    kind: "form-checks",
    listDue: () => dueChecks(database),
    work: checkClosing,
    onFailure,
  });

  async function checkClosing(due: DueCheck) {
    const forms = await formsOfJob(database, due.jobId);
    const checks: Check[] = [];
    for (const form of forms) checks.push(await checkForm(form, londonDay(due.receivedOn)));
    // The bench gives up what it is closed under: that says nothing about the answers.
    if (isClosed) throw new Error("The server closed before the forms were checked");
    await keepChecks(database, due, withMissing(withNotices(checks, forms), forms, due.outcomeId));
  }

  async function checkForm(form: JobCustomForm, today: string): Promise<Check> {
    const { customFormId, version, completedForm, completionStatus } = form;
    const of = { customFormId, version };
    const kit = await findKit(database, form);
    if (kit === "unknown-definition") {
      const message = `Nobody knows version ${version} of this form: its answers are kept as they came`;
      return { ...of, status: kit, findings: [whole(message)] };
    }
    if (completedForm === null) return { ...of, status: "checked", findings: [] };
    const found = await bench.check({ kit, answers: completedForm, today });
    if (found === null)
      return { ...of, status: "given-up", findings: [whole("The answers are too much to check")] };
    const isComplete = completionStatus === "Complete";
    const findings = found.filter(({ isMissing }) => isComplete || !isMissing);
    return { ...of, status: "checked", findings: findings.slice(0, mostFindings).map(brief) };
  }

  return {
    start: () => work.start(),
    nudge: () => work.trigger(),
    async close() {
      isClosed = true;
      const closed = work.close();
      await bench.close();
      await closed;
    },
  };
}

const noticeMessages: Readonly<Record<NoticeIssue, string>> = {
  "no-notice": "calls for a warning notice: this job has none for it",
  "notice-not-complete": "calls for a warning notice: the one of this job is not complete",
  "class-differs": "has another class on the warning notice",
  "safe-on-record": "is unsafe on the warning notice, and not on this record",
  "denied-on-record": "has a warning notice, and this record says that none was issued",
  "number-differs": "has a warning notice with another number",
};

/** What only all forms of a visit together can tell. */
function withNotices(checks: readonly Check[], forms: readonly JobCustomForm[]): Check[] {
  const missed = noticeFindings(forms).map(({ issue, name, recordPath }) => ({
    severity: "warning" as const,
    path: recordPath,
    label: "Warning notice",
    message: `${name} ${noticeMessages[issue]}`.slice(0, mostWords),
  }));
  return checks.map((check) => {
    if (check.customFormId !== formIds.gasSafetyRecord) return check;
    const said = new Set(check.findings.map(({ path }) => path));
    const more = missed.filter(({ path }) => !said.has(path));
    return { ...check, findings: [...check.findings, ...more].slice(0, mostFindings) };
  });
}

/** A job that should not have been closed as it was: nobody held it back, the office has to look at it. */
function withMissing(
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
      : { ...check, findings: [whole(message), ...check.findings].slice(0, mostFindings) };
  });
}

function whole(message: string): Check["findings"][number] {
  return { severity: "error", path: "", label: "", message };
}

function brief({ severity, path, label, message }: FormFinding): Check["findings"][number] {
  return {
    severity,
    path: path.slice(0, mostWords),
    label: label.slice(0, mostWords),
    message: message.slice(0, mostWords),
  };
}
