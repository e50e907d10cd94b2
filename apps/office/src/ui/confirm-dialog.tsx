import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { FormDialog } from "./form-dialog.tsx";
import { strings } from "./strings.ts";

interface ConfirmDialogProps {
  readonly title: string;
  /** What the button says that it does; null: there is nothing to confirm. */
  readonly confirm: string | null;
  /** What the other button says; absent: "Cancel". */
  readonly dismiss?: string;
  readonly isDestructive?: boolean;
  /** It shows what nobody can read again: only its button closes it. */
  readonly isSecretShown?: boolean;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What happens then, and what it means. */
  readonly children: ReactNode;
}

/** Says what an action means before it is done. */
export function ConfirmDialog({
  title,
  confirm,
  dismiss = strings.cancel,
  isDestructive = false,
  isSecretShown = false,
  isPending,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const close = isSecretShown ? strings.secretNoted : strings.close;
  return (
    <FormDialog title={title} size="lg" isLocked={isSecretShown} onClose={onClose}>
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {confirm === null ? close : dismiss}
          </Button>
          {confirm !== null && (
            <Button
              {...(isDestructive && { color: "var(--danger-button)", c: "white" })}
              loading={isPending}
              onClick={onConfirm}
            >
              {confirm}
            </Button>
          )}
        </Group>
      </Stack>
    </FormDialog>
  );
}
