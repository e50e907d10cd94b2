import type { SafetyForm } from "@fieldfare/contract/office";

/** A home with an open danger for which nobody has raised a job, and the newest form that found it. */
export interface UnplannedDanger {
  readonly form: SafetyForm;
  readonly classification: "ID" | "AR";
}

/** Picks the homes whose danger, Immediately Dangerous or At Risk, is open and without an open job. `forms` are newest first. */
export function pickUnplannedDangers(forms: readonly SafetyForm[]): UnplannedDanger[] {
  const homes = new Map<string, UnplannedDanger>();
  for (const form of forms) {
    if (!form.isOpen || form.job !== null || homes.has(form.propertyId)) continue;
    const classes = form.findings.map((finding) => finding.classification);
    const classification = (["ID", "AR"] as const).find((each) => classes.includes(each));
    if (classification) homes.set(form.propertyId, { form, classification });
  }
  return [...homes.values()];
}
