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
export function RemoveDialog({ alert, onClose }: RemoveDialogProps) {
  const { code } = alert;
  const { alerts, put, isPending, isStale, error } = usePutAlerts(() =>
    onClose(strings.removed(code)),
  );
  return (
    <ConfirmDialog
      title={strings.removeTitle(code)}
      confirm={strings.remove}
      isDestructive
      isPending={isPending}
      onConfirm={() => put((stored) => stored.filter((each) => each.code !== code))}
      onClose={() => onClose()}
    >
      <ChangedMeanwhile isStale={isStale} opened={alert} alerts={alerts} />
      <Text>{strings.removeNote}</Text>
      {error && <ErrorNotice error={error} />}
    </ConfirmDialog>
  );
}
