/** The result of a rule: the new value, or a refusal whose code a screen turns into a message. */
export type Result<Value, Refusal extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

/** Builds the result of something that was done. */
export function done<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

/** Builds the result of something that was refused. `refusal` is a code, which the screen turns into a text. */
export function refused<Refusal extends string>(
  refusal: Refusal,
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
