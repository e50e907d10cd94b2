import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";

interface ConfirmDialogProps {
  readonly title: string;
  /** What the button says that it does; null: there is nothing to confirm. */
  readonly confirm: string | null;
  /** What the other button says; absent: "Cancel". */
  readonly dismiss?: string;
  readonly isDestructive?: boolean;
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
  dismiss = "Cancel",
  isDestructive = false,
  isPending,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <Stack>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {confirm === null ? "Close" : dismiss}
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
    </Modal>
  );
}
