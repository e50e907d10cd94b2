import { showToast } from "../ui/toast.tsx";
import { words } from "./words.ts";

/** Says why an action was refused: the feature's own words, else those for a full or failing storage. */
export function speakRefusal(refusal: string, own: Readonly<Partial<Record<string, string>>> = {}) {
  const common: Readonly<Partial<Record<string, string>>> = words().action;
  showToast({
    text: own[refusal] ?? common[refusal] ?? words().genericFailure,
    kind: "warn",
    duration: "long",
  });
}
