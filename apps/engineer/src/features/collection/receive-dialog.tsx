import { type PartToCollect, receivePart } from "@fieldfare/device";
import { parseReceived, remainingToCollect } from "@fieldfare/domain";
import { useDevice } from "../../device/device.tsx";
import { speakRefusal } from "../../device/refusals.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { words as uiWords } from "../../ui/words.ts";
import { showToast } from "../../ui/toast.tsx";
import { useUnsafePoint } from "../../ui/unsafe-point.ts";
import { words } from "./words.ts";

/** How many of a part were handed over: all that is left, unless another number is typed. */
export function ReceiveDialog({ part, onClose }: { part: PartToCollect; onClose: () => void }) {
  useUnsafePoint();
  const device = useDevice();
  const spoken = words();
  const remaining = remainingToCollect(part);
  const form = useForm<{ quantity: string }>({
    initial: { quantity: String(remaining) },
    check: ({ quantity }) =>
      parseReceived(quantity, part).ok ? {} : { quantity: spoken.quantityFault(remaining) },
    onSubmit: async ({ quantity }) => {
      const received = await receivePart(device, part.jobPartId, quantity);
      if (!received.ok) return speakRefusal(received.refusal, spoken.refusals);
      const { status, qtyCollected, qty } = received.value;
      showToast({
        text: status === "Partial" ? spoken.partial(qtyCollected, qty) : spoken.collected,
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
          <Button kind="main" type="submit" form={form.id} busy={form.isBusy && spoken.receiving}>
            {spoken.receive}
          </Button>
          <Button onClick={onClose}>{uiWords().cancel}</Button>
        </>
      }
    >
      <Form form={form}>
        <TextField
          label={spoken.quantity}
          hint={spoken.quantityHint(remaining)}
          inputMode="numeric"
          {...form.field("quantity")}
        />
      </Form>
    </Dialog>
  );
}
