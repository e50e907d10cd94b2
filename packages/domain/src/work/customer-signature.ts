import type { FormProgress } from "./form-states.ts";
import { formIds } from "./forms.ts";

/** Who signed for the customer on a form of the job, and the image of the signature. */
export interface CustomerSignature {
  readonly name: string;
  /** Such as `Tenant`, if the form has the answer. */
  readonly role?: string;
  /** A data URL. */
  readonly signature: string;
}

interface SignedForm {
  readonly customFormId: string;
  readonly completionStatus: FormProgress;
  readonly completedForm: Readonly<Record<string, unknown>> | null;
}

const imagePattern = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/;

/**
 * The questions of a form that hold a name, a role and a signature, and the answer of the condition with which they
 * are shown.
 */
const signatureQuestions: Readonly<
  Record<string, Readonly<Record<"name" | "role" | "signature" | "condition" | "answer", string>>>
> = {
  [formIds.warningNotice]: {
    name: "informedName",
    role: "informedRole",
    signature: "informedSignature",
    condition: "informed",
    answer: "signed",
  },
  [formIds.gasSafetyRecord]: {
    name: "receivedBy",
    role: "receivedByRole",
    signature: "receivedBySignature",
    condition: "tenantPresent",
    answer: "yes",
  },
};

/** Whether a complete form has a signature, whoever signed it. */
export function isSigned({ completionStatus, completedForm }: SignedForm): boolean {
  if (completionStatus !== "Complete") return false;
  return Object.values(completedForm ?? {}).some(
    (answer) => typeof answer === "string" && imagePattern.test(answer),
  );
}

/**
 * Returns the customer's signature from another form of the visit; null if nobody has signed. A customer signs once:
 * the other forms and the close wizard reuse the signature until another name is entered.
 */
export function customerSignature(
  forms: readonly SignedForm[],
  exceptFormId?: string,
): CustomerSignature | null {
  const others = forms.filter(({ customFormId }) => customFormId !== exceptFormId);
  return others.map(readSignature).find((found) => found !== null) ?? null;
}

/** Returns the signatures that were on the forms of a visit before a change and are on none of them after it. */
export function findRemovedSignatures(
  before: readonly SignedForm[],
  after: readonly SignedForm[],
): readonly string[] {
  const listImages = (forms: readonly SignedForm[]) =>
    forms.flatMap((form) => readSignature(form)?.signature ?? []);
  const left = listImages(after);
  return listImages(before).filter((image) => !left.includes(image));
}

/** Returns the customer's signature on a form; null if there is none, or the form says that nobody signed. */
function readSignature({ customFormId, completedForm }: SignedForm): CustomerSignature | null {
  const id = customFormId.toLowerCase();
  const questions = Object.hasOwn(signatureQuestions, id) ? signatureQuestions[id] : undefined;
  if (!questions || !completedForm) return null;
  const name = completedForm[questions.name];
  const role = completedForm[questions.role];
  const signature = completedForm[questions.signature];
  if (completedForm[questions.condition] !== questions.answer) return null;
  if (typeof name !== "string" || name.trim() === "") return null;
  if (typeof signature !== "string" || !imagePattern.test(signature)) return null;
  return {
    name: name.trim(),
    ...(typeof role === "string" && role !== "" && { role }),
    signature,
  };
}
