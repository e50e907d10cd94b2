import { addForm, readOfferedForms } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { toastRefusal } from "../../../phone/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Form, useForm } from "../../../ui/form.tsx";
import { createListSearch } from "../../../phone/search-in.ts";
import { Picker } from "../../../ui/picker.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings as jobStrings } from "../strings.ts";
import { strings } from "./strings.ts";

type Offered = Awaited<ReturnType<typeof readOfferedForms>>;

/** A dialog that adds one of the forms offered for this kind of job. */
export function FindForm({ job, onClose }: JobScreen & { onClose: () => void }) {
  const device = useDevice();
  const [offered, setOffered] = useState<Offered>();
  useEffect(() => {
    void readOfferedForms(device, job).then(setOffered, () => setOffered([]));
  }, [device, job]);
  const text = strings();
  const form = useForm<{ form: Offered[number] | null }>({
    initial: { form: null },
    check: (answers) => (answers.form ? {} : { form: text.find.missing }),
    onSubmit: async (answers) => {
      if (!answers.form) return;
      const added = await addForm(device, job.jobId, answers.form);
      if (!added.ok)
        return toastRefusal(added.refusal, { ...jobStrings().refusals, ...text.refusals });
      showToast({ text: text.find.added, kind: "good" });
      onClose();
    },
  });
  return (
    <Dialog
      title={text.find.title}
      onClose={onClose}
      actions={
        <>
          <Button
            type="submit"
            form={form.id}
            kind="main"
            busy={form.isBusy && text.find.submitting}
          >
            {text.find.submit}
          </Button>
          <Button onClick={onClose}>{text.find.cancel}</Button>
        </>
      }
    >
      <Form form={form}>
        {offered && (
          <Picker<Offered[number]>
            label={text.find.label}
            placeholder={text.find.placeholder}
            none={text.find.none}
            isOpenEmpty
            search={createListSearch(
              offered,
              ({ definition }) => `${definition.name} ${definition.description}`,
            )}
            line={({ customFormId, definition }) => ({
              key: customFormId,
              label: definition.name,
              detail: definition.description,
            })}
            {...form.field("form")}
          />
        )}
      </Form>
    </Dialog>
  );
}
