import { Text } from "@mantine/core";
import type { AlertCode } from "@fieldfare/contract/office";
import { ErrorNotice } from "../../server/error-notice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { strings } from "./strings.ts";
import { ChangedMeanwhile } from "./alert-dialog.tsx";
import { usePutAlerts } from "./use-put-alerts.ts";

interface RemoveDialogProps {
  readonly alert: AlertCode;
  /** With a message: it is removed. */
  readonly onClose: (message?: string) => void;
}

/** Takes an alert off the list. */
export function RemoveDialog({ alert: { code }, onClose }: RemoveDialogProps) {
  const { put, isPending, isStale, error } = usePutAlerts(() => onClose(strings.removed(code)));
  return (
    <ConfirmDialog
      title={strings.removeTitle(code)}
      confirm={strings.remove}
      isDestructive
      isPending={isPending}
      onConfirm={() => put((alerts) => alerts.filter((alert) => alert.code !== code))}
      onClose={() => onClose()}
    >
      {isStale && <ChangedMeanwhile />}
      <Text>{strings.removeNote}</Text>
      {error && <ErrorNotice error={error} />}
    </ConfirmDialog>
  );
}
