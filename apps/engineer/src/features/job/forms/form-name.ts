import type { FormCard } from "@fieldfare/device";
import { useSyncRun } from "../../../phone/sync.ts";
import { strings } from "./strings.ts";

/** Returns the function that names a form. One that is not here yet may be on its way, unless the last sync did not bring it. */
export function useFormName(): (card: FormCard) => string {
  const isSyncing = useSyncRun() !== null;
  const text = strings();
  return ({ name, isUnopenable }) =>
    name ?? (isSyncing && !isUnopenable ? text.formUnderWay : text.unknownForm);
}
