import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { problemCode } from "@fieldfare/contract";
import { hasSeveralCharacters } from "@fieldfare/contract/office";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { ownAccountKey } from "../server/account.ts";
import { ErrorNotice } from "../server/error-notice.tsx";
import { OfficeError } from "../server/send-request.ts";
import { changePassword } from "../server/session.ts";
import { useAction } from "../server/use-action.ts";
import { strings } from "./strings.ts";

/** As the server asks for it. */
const minLength = 10;

interface TypedPasswords {
  readonly present: string;
  readonly chosen: string;
}

interface PasswordFormProps {
  readonly presentLabel: string;
  readonly onChanged: () => void;
  /** Next to the button that changes the password. */
  readonly otherButton: ReactNode;
}

/**
 * The user enters the present password, and a new one twice. A wrong present password is shown at its field.
 * `onChanged` is called when the server has the new one.
 */
export function PasswordForm({ presentLabel, onChanged, otherButton }: PasswordFormProps) {
  const [present, setPresent] = useState("");
  const [chosen, setChosen] = useState("");
  const [repeated, setRepeated] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const queries = useQueryClient();
  const change = useAction({
    mutationFn: async (typed: TypedPasswords) => {
      await changePassword(typed.present, typed.chosen);
      await queries.invalidateQueries({ queryKey: [ownAccountKey] });
    },
    onSuccess: onChanged,
  });
  const issues = findIssues(present, chosen, repeated);
  // A refusal is about the passwords that were sent.
  const { present: sent, chosen: sentChosen } = change.variables ?? {};
  const error = sent === present && sentChosen === chosen ? change.error : null;
  const isWrong = sent === present && readCode(change.error) === problemCode.badCredentials;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    const [first] = Object.keys(issues);
    if (first === undefined) change.mutate({ present, chosen });
    else event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput
          name="present"
          label={presentLabel}
          autoComplete="current-password"
          maxLength={200}
          value={present}
          onChange={({ currentTarget }) => setPresent(currentTarget.value)}
          error={(isChecked && issues.present) || (isWrong && strings.wrongPassword)}
          data-autofocus
        />
        <PasswordInput
          name="chosen"
          label={strings.newPassword}
          description={strings.passwordRule(minLength)}
          autoComplete="new-password"
          maxLength={200}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          error={isChecked && issues.chosen}
        />
        <PasswordInput
          name="repeated"
          label={strings.repeatPassword}
          autoComplete="new-password"
          maxLength={200}
          value={repeated}
          onChange={({ currentTarget }) => setRepeated(currentTarget.value)}
          error={isChecked && issues.repeated}
        />
        {error && !isWrong && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          {otherButton}
          <Button type="submit" loading={change.isPending}>
            {strings.changePassword}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PasswordIssues {
  readonly present?: string;
  readonly chosen?: string;
  readonly repeated?: string;
}

function findIssues(present: string, chosen: string, repeated: string): PasswordIssues {
  const chosenIssue = findChosenIssue(present, chosen);
  return {
    ...(present === "" && { present: strings.required }),
    ...(chosenIssue !== null && { chosen: chosenIssue }),
    ...(repeated !== chosen && { repeated: strings.passwordsDiffer }),
  };
}

function findChosenIssue(present: string, chosen: string): string | null {
  if (chosen.length < minLength) return strings.passwordRule(minLength);
  if (!hasSeveralCharacters(chosen)) return strings.oneCharacter;
  return chosen === present ? strings.samePassword : null;
}

function readCode(error: unknown): string | undefined {
  return error instanceof OfficeError ? error.problem?.code : undefined;
}
