import { Alert, Button, Group } from "@mantine/core";
import { problemCode } from "@fieldfare/contract";
import { officeProblemCode } from "@fieldfare/contract/office";
import { endSentence } from "../ui/sentence.ts";
import { isNotFound, OfficeError } from "./send-request.ts";
import { AnotherUserSignedIn } from "./session.ts";

interface ErrorNoticeProps {
  readonly error: unknown;
  /** The heading if the server cannot use what was sent, such as a file; the server then says what to do. */
  readonly invalidTitle?: string;
  /** The sentence if the server does not find what the page shows: who removed it is not known. */
  readonly removed?: string;
  readonly retry?: () => void;
}

/** Says why something did not work, and what to do. */
export function ErrorNotice({ error, invalidTitle, removed, retry }: ErrorNoticeProps) {
  const { title, advice } = describeError(error, { invalidTitle, removed });
  return (
    <Alert
      ref={bringIntoView}
      role="alert"
      color="var(--danger)"
      variant="outline"
      title={title}
      my="sm"
    >
      {advice}
      {retry && (
        <Group mt="xs">
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        </Group>
      )}
    </Alert>
  );
}

/** In a long dialog the notice may be where it is not seen. */
function bringIntoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: "nearest" });
}

interface ErrorTexts {
  readonly invalidTitle?: string | undefined;
  readonly removed?: string | undefined;
}

interface ErrorText {
  readonly title: string;
  readonly advice: string;
}

/**
 * Describes an error to the user. If the app has no text for its code, the texts of the server are used, with the
 * request id.
 */
export function describeError(
  error: unknown,
  { invalidTitle, removed }: ErrorTexts = {},
): ErrorText {
  if (error instanceof AnotherUserSignedIn)
    return {
      title: "Somebody else has signed in",
      advice: "Nothing was changed. Do it again if you want to do it in your own name.",
    };
  if (!(error instanceof OfficeError))
    return { title: "Something went wrong", advice: "Reload the page, and try again." };
  if (error.status === 0)
    return { title: "Unable to contact server", advice: "Check your connection, and try again." };
  const given = error.problem?.detail;
  const detail = given && endSentence(given);
  if (error.problem?.code === officeProblemCode.permissionMissing)
    return {
      title: "You may not do this",
      advice: `${detail ?? "Your account does not have the permission."} Ask an administrator for a role that has it.`,
    };
  const issues = error.problem?.issues?.map(({ message }) => endSentence(message)) ?? [];
  if (error.problem?.code === problemCode.invalid && invalidTitle !== undefined)
    return { title: invalidTitle, advice: joinSentences([detail, ...issues]) };
  if (removed !== undefined && isNotFound(error))
    return { title: "It is not there any more", advice: removed };
  const known = texts[error.problem?.code ?? ""];
  if (known) {
    // The detail of a contradiction is its reason, which a new look at the page does not change.
    const isExplained = error.problem?.code === problemCode.conflict && detail !== undefined;
    if (isExplained)
      return { title: "This cannot be done", advice: joinSentences([detail, ...issues]) };
    return { ...known, advice: joinSentences([detail, ...issues, known.advice]) };
  }
  const requestId = error.problem?.requestId;
  return {
    title: error.problem?.title ?? "The server did not do it",
    advice: joinSentences([detail, ...issues, requestId && `Request ${requestId}.`]),
  };
}

/** An issue may say the same as the whole problem. */
const joinSentences = (sentences: readonly (string | undefined)[]) =>
  [...new Set(sentences.filter(Boolean))].join(" ");

const texts: Readonly<Record<string, ErrorText>> = {
  [problemCode.notFound]: {
    title: "This was not found",
    advice: "It may have been removed. Check the address, or search for it.",
  },
  [problemCode.conflict]: {
    title: "It is not as this page shows it",
    advice: "Somebody may have changed it meanwhile. Reload the page to see it as it is now.",
  },
  [problemCode.invalid]: {
    title: "The server cannot use these values",
    advice: "Correct them, and try again.",
  },
  [problemCode.forbidden]: {
    title: "You may not do this",
    advice: "Ask an administrator for the permission.",
  },
  [problemCode.tooManyAttempts]: {
    title: "Too many attempts",
    advice: "Wait some minutes, and try again.",
  },
};
