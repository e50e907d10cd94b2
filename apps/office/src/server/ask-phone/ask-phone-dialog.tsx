import { List } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { queueCommand } from "@fieldfare/contract/office";
import { useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../error-notice.tsx";
import { request } from "../request.ts";
import { useAction } from "../use-action.ts";
import { askTexts } from "./strings.ts";

interface AskPhoneDialogProps {
  readonly type: "DataDump" | "ExportDatabase";
  readonly fieldOperativeId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks the phones of an engineer for a data dump or for their databases, and says first what that means. */
export function AskPhoneDialog({ type, fieldOperativeId, name, onClose }: AskPhoneDialogProps) {
  const texts = askTexts[type];
  const queries = useQueryClient();
  const ask = useAction({
    mutationFn: async () => {
      await request(queueCommand, { body: { fieldOperativeId, type } });
      await queries.invalidateQueries({ queryKey: ["commands"] });
    },
    onSuccess: () => {
      notifications.show({ color: "green", message: texts.asked(name) });
      onClose();
    },
  });
  const consequences = [...texts.consequences(name), askTexts.result(name)];
  return (
    <ConfirmDialog
      title={texts.title(name)}
      confirm={texts.ask}
      isPending={ask.isPending}
      onConfirm={() => ask.mutate()}
      onClose={onClose}
    >
      <List>
        {consequences.map((consequence) => (
          <List.Item key={consequence}>{consequence}</List.Item>
        ))}
      </List>
      {ask.error && <ErrorNotice error={ask.error} />}
    </ConfirmDialog>
  );
}
