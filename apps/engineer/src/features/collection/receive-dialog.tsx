import { type PartToCollect, receivePart } from "@fieldfare/device";
import { parseReceived, remainingToCollect } from "@fieldfare/domain";
import { useDevice } from "../../phone/device.tsx";
import { toastRefusal } from "../../phone/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { strings as uiStrings } from "../../ui/strings.ts";
import { showToast } from "../../ui/toast.tsx";
import { useUnsavedChangesGuard } from "../../ui/unsaved-changes-guard.ts";
import { strings } from "./strings.ts";

/** Asks how many of a part were received. The field starts with all that remains to be collected. */
export function ReceiveDialog({ part, onClose }: { part: PartToCollect; onClose: () => void }) {
  useUnsavedChangesGuard();
  const device = useDevice();
  const text = strings();
  const remaining = remainingToCollect(part);
  const form = useForm<{ quantity: string }>({
    initial: { quantity: String(remaining) },
    check: ({ quantity }) =>
      parseReceived(quantity, part).ok ? {} : { quantity: text.quantityIssue(remaining) },
    onSubmit: async ({ quantity }) => {
      const received = await receivePart(device, part.jobPartId, quantity);
      if (!received.ok)
        return toastRefusal(received.refusal, {
          ...text.refusals,
          "received-invalid": text.quantityIssue(remaining),
        });
      const { status, qtyCollected, qty } = received.value;
      showToast({
        text: status === "Partial" ? text.partial(qtyCollected, qty) : text.collected,
        kind: "good",
      });
      onClose();
    },
  });
  return (
    <Dialog
      title={part.shortDescription}
      sheet
      onClose={onClose}
      actions={
        <>
          <Button kind="main" type="submit" form={form.id} busy={form.isBusy && text.receiving}>
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
