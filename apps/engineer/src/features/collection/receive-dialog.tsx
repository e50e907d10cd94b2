import type { PartToCollect } from "@fieldfare/device";
import { parseReceived, remainingToCollect } from "@fieldfare/domain";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { strings as uiStrings } from "../../ui/strings.ts";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import { strings } from "./strings.ts";

/** Asks how many of a part were received. The field starts with all that remains to be collected. */
export function ReceiveDialog(props: {
  part: PartToCollect;
  onReceive: (part: PartToCollect, count: number) => Promise<void>;
  onClose: () => void;
}) {
  const { part, onClose } = props;
  useUnsavedChangesGuard();
  const text = strings();
  const remaining = remainingToCollect(part);
  const form = useForm<{ quantity: string }>({
    initial: { quantity: String(remaining) },
    check: ({ quantity }) =>
      parseReceived(quantity, part).ok ? {} : { quantity: text.quantityIssue(remaining) },
    onSubmit: async ({ quantity }) => {
      const count = parseReceived(quantity, part);
      if (!count.ok) return;
      onClose();
      // The list shows it in the next frame, while it is being saved.
      void props.onReceive(part, count.value);
    },
  });
  return (
    <Dialog
      title={part.shortDescription}
      sheet
      onClose={onClose}
      actions={
        <>
          <Button kind="main" type="submit" form={form.id}>
            {text.receive}
          </Button>
          <Button onClick={onClose}>{uiStrings().cancel}</Button>
        </>
      }
    >
      <Form form={form}>
        <TextField
          label={text.quantity}
          hint={text.quantityHint(remaining)}
          inputMode="numeric"
          {...form.field("quantity")}
        />
      </Form>
    </Dialog>
  );
}
