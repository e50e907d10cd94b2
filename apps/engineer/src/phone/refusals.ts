import { showToast } from "../ui/toast.tsx";
import { strings } from "./strings.ts";

/** Shows why an action was refused: with the feature's own text if there is one, else with the common text. */
export function toastRefusal(refusal: string, own: Readonly<Partial<Record<string, string>>> = {}) {
  const common: Readonly<Partial<Record<string, string>>> = strings().action;
  showToast({
    text: own[refusal] ?? common[refusal] ?? strings().genericFailure,
    kind: "warn",
    duration: "long",
  });
}
