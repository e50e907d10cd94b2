import { Alert, Button, List } from "@mantine/core";
import { showNotice } from "./show-notice.ts";

interface ChangedSinceNoticeProps {
  readonly title: string;
  /** What each value is now that somebody else has changed. */
  readonly lines: readonly string[];
  /** What the button says with which the user goes on. */
  readonly goOn: string;
  readonly onGoOn: () => void;
}

/** Says in a dialog what somebody else has changed since it was opened. What is typed stays. */
export function ChangedSinceNotice({ title, lines, goOn, onGoOn }: ChangedSinceNoticeProps) {
  return (
    <Alert
      role="alert"
      color="var(--danger)"
      variant="outline"
      title={title}
      tabIndex={-1}
      ref={showNotice}
    >
      <List mb="xs">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <Button size="xs" variant="default" onClick={onGoOn}>
        {goOn}
      </Button>
    </Alert>
  );
}
