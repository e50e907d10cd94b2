import { type Unsafe, unsafeOnForm } from "@fieldfare/domain";
import { classIn } from "./answer-text.ts";
import { describeAppliance } from "./appliance-name.ts";

type Form = Parameters<typeof unsafeOnForm>[0];

/**
 * Returns the warning about everything that the forms mark as unsafe, the worst first. Null if there is no danger. What two forms
 * name alike and class differently has the worse class.
 */
export function dangerWarning(forms: readonly Form[]) {
  const all = forms.flatMap((form) => unsafeOnForm(form).map((unsafe) => ({ form, unsafe })));
  const dangers = all
    .filter(
      ({ form, unsafe }) =>
        !all.some(
          (other) =>
            other.form !== form &&
            rank(other.unsafe) < rank(unsafe) &&
            describeAppliance(other.unsafe.row) === describeAppliance(unsafe.row),
        ),
    )
    .map(({ unsafe }) => unsafe)
    .toSorted((one, other) => rank(one) - rank(other));
  if (dangers.length === 0) return null;
  const parts = new Set(dangers.map(describeUnsafe));
  return { kind: "warning" as const, text: `Do not use: ${[...parts].join("; ")}.` };
}

/** Such as `the gas fire in the lounge is At Risk (AR)`. */
function describeUnsafe({ classification, row }: Unsafe): string {
  const state = classification ? classIn({ classification }, "classification") : "not safe to use";
  return `${describeAppliance(row)} is ${state}`;
}

function rank({ classification }: Unsafe): number {
  if (classification === null) return 2;
  return classification === "ID" ? 0 : 1;
}
