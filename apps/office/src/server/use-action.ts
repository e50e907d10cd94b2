import {
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from "@tanstack/react-query";
import { useState } from "react";
import { singleFlight } from "./single-flight.ts";

/** What a button does, and how far it is. `mutate` does nothing while the action is under way. */
export type Action<Answer, Input> = Omit<
  UseMutationResult<Answer, Error, Input>,
  "mutateAsync" | "mutate"
> & { readonly mutate: (input: Input) => void };

/**
 * What a button does that sends something: every button of the office uses it instead of `useMutation`. A button is drawn
 * as busy only some moments after the click, so that a double click would send twice; here the second one does nothing.
 */
export function useAction<Answer, Input = void>(
  options: UseMutationOptions<Answer, Error, Input>,
): Action<Answer, Input> {
  const { mutateAsync, ...mutation } = useMutation(options);
  const [runOnce] = useState(singleFlight);
  return { ...mutation, mutate: (input) => runOnce(() => mutateAsync(input)) };
}
