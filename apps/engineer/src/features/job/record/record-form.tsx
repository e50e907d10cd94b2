import type { Device } from "@fieldfare/device";
import type { ReactNode } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { DraftFormPage, useDraftForm } from "../../../phone/draft-form.tsx";
import type { FormErrors, FormState } from "../../../ui/form.tsx";
import { useReturnTo } from "../../../ui/return-to.ts";
import { showToast } from "../../../ui/toast.tsx";
import type { Entry } from "./record-entry.tsx";
import type { RecordPhotos } from "./record-photos.tsx";

/** Opens a form whose values are saved as a draft on every change, until the record is saved or discarded. */
export function useRecordForm<V extends object>(
  entry: Entry<V>,
  check: (values: V) => FormErrors<V>,
  /** Asks about values that are valid but unlikely. Resolves to true if they are to be saved. */
  confirmUnlikely?: (values: V) => Promise<boolean>,
): FormState<V> {
  const { list } = entry;
  const device = useDevice();
  const returnTo = useReturnTo();
  return useDraftForm<V>({
    draft: entry.draft,
    initial: entry.initial,
    check,
    submit: async (values) => {
      if (confirmUnlikely && !(await confirmUnlikely(values))) return;
      if (!(await entry.save(device, values))) return;
      showToast({ text: entry.done, kind: "good" });
      await returnTo(list);
    },
  });
}

/** The page of such a form, with the save and discard buttons in its footer. */
export function RecordPage<V extends object>(props: {
  entry: Entry<V>;
  form: FormState<V>;
  /** The photos of the record, which are discarded with its draft. */
  photos?: RecordPhotos;
  /** Deletes what belongs to the draft besides photos. */
  onDiscard?: (device: Device) => Promise<unknown>;
  children: ReactNode;
}) {
  const { entry, form, photos, onDiscard } = props;
  return (
    <DraftFormPage
      title={entry.title}
      back={entry.list}
      form={form}
      jobId={entry.job.jobId}
      kind={entry.kind}
      draft={entry.draft}
      original={entry.original}
      submit={entry.submit}
      busy={photos?.busy || (form.isBusy && entry.saving)}
      {...(onDiscard && { onDiscard })}
      {...(photos && { hasMore: photos.taken.length > 0, onDiscard: photos.discard })}
    >
      {props.children}
    </DraftFormPage>
  );
}
