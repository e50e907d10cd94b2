import { type Unsafe, unsafeOnForm } from "@fieldfare/domain";
import { classIn } from "./answer-text.ts";
import { describeAppliance } from "./appliance-name.ts";

type Form = Parameters<typeof unsafeOnForm>[0];

/** Says what the forms say must not be used, the worst first. Null where nothing is dangerous. */
export function dangerWarning(forms: readonly Form[]) {
  const dangers = forms.flatMap(unsafeOnForm).toSorted((one, other) => rank(one) - rank(other));
  if (dangers.length === 0) return null;
  const parts = new Set(dangers.map(describeUnsafe));
  return { kind: "warning" as const, text: `Do not use: ${[...parts].join("; ")}.` };
}

/** `the gas fire in the lounge is At Risk (AR)` */
function describeUnsafe({ classification, row }: Unsafe): string {
  const state = classification ? classIn({ classification }, "classification") : "not safe to use";
  return `${describeAppliance(row)} is ${state}`;
}

function rank({ classification }: Unsafe): number {
  return classification === "ID" ? 0 : 1;
}
