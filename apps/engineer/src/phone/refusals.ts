import { showToast } from "../ui/toast.tsx";
import { strings } from "./strings.ts";

/** The refusals that every action may return. Their texts are common to all features. */
export type CommonRefusal = keyof ReturnType<typeof strings>["action"];

/** Shows why an action was refused, with the common text of the refusal. */
export function toastRefusal(refusal: CommonRefusal): void;
/**
 * Shows why an action was refused. `own` must have a text for each refusal that has no common one: without it the code
 * does not compile. It may also replace a common text.
 */
export function toastRefusal<Own extends string>(
  refusal: NoInfer<Own> | CommonRefusal,
  own: Readonly<Record<Own, string>>,
): void;
export function toastRefusal<Own extends string>(
  refusal: Own | CommonRefusal,
  own?: Readonly<Record<Own, string>>,
): void {
  const texts: Readonly<Partial<Record<string, string>>> = { ...strings().action, ...own };
  showToast({
    text: texts[refusal] ?? strings().genericFailure,
    kind: "warn",
    duration: "long",
  });
}
