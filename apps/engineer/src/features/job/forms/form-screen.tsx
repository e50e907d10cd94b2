import { type JobForm, readJobForm } from "@fieldfare/device";
import { isAvailable } from "@fieldfare/domain";
import { useCallback, useEffect, useState } from "react";
import { useDevice } from "../../../device/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { useAddressPart } from "../../../ui/address.ts";
import { useLeaveIfMissing } from "../record.ts";
import type { JobScreen } from "../selected-job.tsx";
import { loadFilling } from "./loading.ts";
import { type OnlyWindow, takeHere } from "./only-window.ts";
import { Unusable } from "./unusable.tsx";
import { words } from "./words.ts";

const list = "/jobs/selected/forms";

type Filling = Awaited<ReturnType<typeof loadFilling>>;
type Opened =
  | { readonly state: "opening" }
  | { readonly state: "missing" }
  | { readonly state: "failed" }
  | { readonly state: "elsewhere" }
  | {
      readonly state: "open";
      readonly form: JobForm;
      readonly filling: Filling;
      readonly isHere: () => boolean;
    };

/** One form of the job, as it was left. */
export function FormScreen({ job }: JobScreen) {
  const customFormId = useAddressPart("formId");
  const isEditable = isAvailable("edit-work", job);
  // A job that is put on hold in another tab takes its forms with it.
  return <OpenForm key={`${customFormId} ${isEditable}`} {...{ job, customFormId, isEditable }} />;
}

function OpenForm(props: JobScreen & { customFormId: string; isEditable: boolean }) {
  const { job, customFormId } = props;
  const { opened, again } = useOpened(job.jobId, customFormId, props.isEditable);
  useLeaveIfMissing(opened.state === "missing", list);
  const spoken = words();
  if (opened.state === "failed") return <Unusable {...spoken.failed} />;
  if (opened.state === "elsewhere")
    return (
      <Unusable
        {...spoken.elsewhere}
        main={
          <Button kind="main" onClick={again}>
            {spoken.elsewhere.goOn}
          </Button>
        }
      />
    );
  if (opened.state !== "open")
    return (
      <Page title={spoken.opening} back={list}>
        <Skeleton cards={2} />
      </Page>
    );
  const { form, isHere } = opened;
  const { kit } = form;
  if (!kit) return <Unusable {...spoken.noDefinition} />;
  return <opened.filling.FillForm {...props} {...{ form, kit, isHere }} />;
}

/**
 * Read once: what is being filled in is not taken from under the engineer's hands. Filled in is it in one window, the
 * one that opened it last: two would each keep their own answers over the other's.
 */
function useOpened(jobId: string, customFormId: string, isEditable: boolean) {
  const device = useDevice();
  const [opened, setOpened] = useState<Opened>({ state: "opening" });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((number) => number + 1), []);
  useEffect(() => {
    let isWanted = true;
    const show = (state: Opened) => {
      if (isWanted) setOpened(state);
    };
    const taken = () => show({ state: "elsewhere" });
    const here = isEditable ? takeHere(`fieldfare-form ${jobId} ${customFormId}`, taken) : toRead;
    show({ state: "opening" });
    const reading = here.ready.then(() => readJobForm(device, jobId, customFormId));
    void Promise.all([reading, loadFilling()]).then(
      ([form, filling]) => {
        if (!here.isHere()) return;
        show(form ? { state: "open", form, filling, isHere: here.isHere } : { state: "missing" });
      },
      () => show({ state: "failed" }),
    );
    return () => {
      isWanted = false;
      here.release();
    };
  }, [device, jobId, customFormId, isEditable, attempt]);
  return { opened, again };
}

/** Any number of windows may show what nobody can change. */
const toRead: OnlyWindow = {
  ready: Promise.resolve(),
  isHere: () => true,
  release: () => undefined,
};
