import { validatePin } from "@fieldfare/domain";
import { type Refusal, refuse } from "../../http/problem.ts";

/** Refuses a PIN that everybody guesses first, by the rule of the app. The contract has checked its digits. */
export function refusePin(path: string, pin: string): Refusal | null {
  if (validatePin(pin, pin).pin === undefined) return null;
  return refuse("invalid", {
    issues: [{ path, message: "This PIN is too easy to guess. Please choose another." }],
  });
}
