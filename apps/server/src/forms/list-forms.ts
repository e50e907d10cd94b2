import type { CallAnswer, JobCustomForm } from "@fieldfare/contract";
import type { readJob } from "@fieldfare/contract/office";
import type { Database } from "../database/database.ts";
import { readChecks } from "./check-store.ts";
import { findVersion } from "./versions.ts";

type Listed = CallAnswer<typeof readJob>["forms"];

/** Lists a job's forms with their definitions and checks, as the office reads them. */
export async function listForms(
  database: Database,
  jobId: string,
  forms: readonly JobCustomForm[],
): Promise<Listed> {
  if (forms.length === 0) return [];
  const checks = await readChecks(database, jobId);
  return Promise.all(
    forms.map(async (form) => {
      const { customFormId, version, completionStatus } = form;
      const definition = await findVersion(database, form);
      const check = checks.get(customFormId);
      return {
        customFormId,
        version,
        name: definition?.definition.name ?? "Unknown form",
        completionStatus,
        check: check
          ? {
              status: check.status,
              checkedOn: check.checkedOn.toISOString(),
              findings: [...check.findings],
            }
          : null,
      };
    }),
  );
}
