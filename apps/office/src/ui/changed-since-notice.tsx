import { Alert, Button, List } from "@mantine/core";
import type { ReactNode } from "react";
import { showNotice } from "./show-notice.ts";

interface ChangedSinceNoticeProps {
  readonly title: string;
  /** What each value is now that somebody else has changed. */
  readonly lines: readonly string[];
  /** What the button says with which the user goes on; absent: it is not possible any more. */
  readonly goOn?: string;
  readonly onGoOn?: () => void;
  /** Why the user cannot go on. */
  readonly children?: ReactNode;
}

/** Says in a dialog what somebody else has changed since it was opened. What is typed stays. */
export function ChangedSinceNotice({
  title,
  lines,
  goOn,
  onGoOn,
  children,
}: ChangedSinceNoticeProps) {
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
      {children}
      {goOn !== undefined && (
        <Button size="xs" variant="default" onClick={onGoOn}>
          {goOn}
        </Button>
      )}
    </Alert>
  );
}
