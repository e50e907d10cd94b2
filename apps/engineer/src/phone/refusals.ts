import { showToast } from "../ui/toast.tsx";
import { strings } from "./strings.ts";

/** Says why an action was refused: the feature's own words, else those for a full or failing storage. */
export function toastRefusal(refusal: string, own: Readonly<Partial<Record<string, string>>> = {}) {
  const common: Readonly<Partial<Record<string, string>>> = strings().action;
  showToast({
    text: own[refusal] ?? common[refusal] ?? strings().genericFailure,
    kind: "warn",
    duration: "long",
  });
}
