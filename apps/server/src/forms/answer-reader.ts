import type { JobCustomForm } from "@fieldfare/contract";
import type { ListedAnswer } from "@fieldfare/forms";
import type { Database } from "../database/database.ts";
import { findFormBundle } from "./check-store.ts";
import { createFormThread } from "./form-thread.ts";

export interface AnswerReader {
  /** Returns the answers of a form as a person reads them, with its own version. */
  read(form: JobCustomForm): Promise<readonly ListedAnswer[]>;
  close(): Promise<void>;
}

/** Reads the answers of forms for documents. */
export function createAnswerReader(database: Database): AnswerReader {
  const thread = createFormThread();
  return {
    async read(form) {
      const answers = form.completedForm ?? {};
      const bundle = await findFormBundle(database, form);
      const listed =
        bundle === "unknown-definition" ? null : await thread.list({ bundle, answers });
      return listed ?? listUnknown(answers);
    },
    close: () => thread.close(),
  };
}

/** Without a definition that can be opened, the names of the questions are all that is known. */
function listUnknown(answers: Readonly<Record<string, unknown>>): ListedAnswer[] {
  return Object.entries(answers).flatMap(([label, value]) =>
    typeof value === "string" || typeof value === "number"
      ? { heading: "", label, text: String(value), imageIds: [], signature: null }
      : [],
  );
}
