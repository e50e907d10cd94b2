import { addForm, readOfferedForms } from "@fieldfare/device";
import { useEffect, useState } from "react";
import { useDevice } from "../../../device/device.tsx";
import { speakRefusal } from "../../../device/refusals.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Form, useForm } from "../../../ui/form.tsx";
import { searchIn } from "../../../device/search-in.ts";
import { Picker } from "../../../ui/picker.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { words as jobWords } from "../words.ts";
import { words } from "./words.ts";

type Offered = Awaited<ReturnType<typeof readOfferedForms>>;

/** Adds one of the forms that are offered for this kind of job. */
export function FindForm({ job, onClose }: JobScreen & { onClose: () => void }) {
  const device = useDevice();
  const [offered, setOffered] = useState<Offered>();
  useEffect(() => {
    void readOfferedForms(device, job).then(setOffered, () => setOffered([]));
  }, [device, job]);
  const spoken = words();
  const form = useForm<{ form: Offered[number] | null }>({
    initial: { form: null },
    check: (answers) => (answers.form ? {} : { form: spoken.find.missing }),
    onSubmit: async (answers) => {
      if (!answers.form) return;
      const added = await addForm(device, job.jobId, answers.form);
      if (!added.ok)
        return speakRefusal(added.refusal, { ...jobWords().refusals, ...spoken.refusals });
      showToast({ text: spoken.find.added, kind: "good" });
      onClose();
    },
  });
  return (
    <Dialog
      title={spoken.find.title}
      onClose={onClose}
      actions={
        <>
          <Button
            type="submit"
            form={form.id}
            kind="main"
            busy={form.isBusy && spoken.find.submitting}
          >
            {spoken.find.submit}
          </Button>
          <Button onClick={onClose}>{spoken.find.cancel}</Button>
        </>
      }
    >
      <Form form={form}>
        {offered && (
          <Picker<Offered[number]>
            label={spoken.find.label}
            placeholder={spoken.find.placeholder}
            none={spoken.find.none}
            isOpenEmpty
            search={searchIn(
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
