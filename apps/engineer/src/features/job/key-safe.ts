import type { JobRow } from "@fieldfare/device";
import { strings } from "./strings.ts";

/** Says where the key hangs, and the code of its safe on a line of its own. */
export function describeKeySafe({ location, code }: NonNullable<JobRow["keySafe"]>): string {
  const text = strings().where;
  return [location?.trim(), code?.trim() && text.keySafeCode(code.trim())]
    .filter(Boolean)
    .join("\n");
}
