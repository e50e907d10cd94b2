import type { SafetyForm } from "@fieldfare/contract/office";

/** A home with an open danger for which nobody has raised a job, and the newest form with findings there. */
export interface UnplannedDanger {
  readonly form: SafetyForm;
  /** The worst class of the home's open dangers. */
  readonly classification: "ID" | "AR";
  /** The appliances of that class. */
  readonly names: readonly string[];
}

/** Picks the homes whose danger, Immediately Dangerous or At Risk, is open and without an open job. `forms` are newest first. */
export function pickUnplannedDangers(forms: readonly SafetyForm[]): UnplannedDanger[] {
  const homes = new Map<string, UnplannedDanger>();
  for (const form of forms) {
    const { propertyId, openDangers, job } = form;
    if (job !== null || homes.has(propertyId)) continue;
    const ofClass = (classification: "ID" | "AR") =>
      openDangers.filter((danger) => danger.classification === classification);
    const classification = ofClass("ID").length > 0 ? "ID" : "AR";
    const names = ofClass(classification).map(({ name }) => name);
    if (names.length > 0) homes.set(propertyId, { form, classification, names });
  }
  return [...homes.values()];
}
