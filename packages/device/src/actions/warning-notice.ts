import { done, formIds, refused } from "@fieldfare/domain";
import type { JobRow } from "../database/rows.ts";
import type { Device } from "../device.ts";
import { findForm } from "../reference-data/reference.ts";
import { addForm } from "./forms.ts";

/**
 * Adds the warning notice to the job unless it has one. Refused as `form-not-offered` when this
 * device does not have the form.
 */
export async function addWarningNotice(device: Device, job: JobRow) {
  const { warningNotice } = formIds;
  if (job.customForms.some(({ customFormId }) => customFormId === warningNotice)) return done(true);
  const form = await findForm(device, warningNotice);
  if (!form) return refused("form-not-offered");
  const added = await addForm(device, job.jobId, form);
  return added.ok || added.refusal === "form-already-added" ? done(true) : added;
}
