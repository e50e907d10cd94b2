import { type JobForm, readJobForm } from "@fieldfare/device";
import { isAvailable } from "@fieldfare/domain";
import { useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { useDevice } from "../../../phone/device.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { useLeaveIfMissing } from "../../../phone/leave-if-missing.ts";
import type { JobScreen } from "../selected-job.tsx";
import { loadFormModule } from "./form-module.ts";
import { type WindowClaim, claimForThisWindow } from "./window-claim.ts";
import { UnusableForm } from "./unusable-form.tsx";
import { strings as jobStrings } from "../strings.ts";
import { strings } from "./strings.ts";

const listPath = "/jobs/selected/forms";

type Filling = Awaited<ReturnType<typeof loadFormModule>>;
type Opened =
  | { readonly state: "opening" }
  | { readonly state: "missing" }
  | { readonly state: "failed" }
  | { readonly state: "elsewhere" }
  | {
      readonly state: "open";
      readonly form: JobForm;
      readonly filling: Filling;
      readonly hasClaim: () => boolean;
    };

/** Opens one form of the job where the engineer left it. */
export function FormScreen({ job }: JobScreen) {
  // Two routes show this screen.
  const { formId: customFormId = "" } = useParams({ strict: false });
  const isEditable = isAvailable("edit-work", job);
  // The key changes when the job becomes read-only, for example by a hold in another tab: the form opens again.
  return <OpenForm key={`${customFormId} ${isEditable}`} {...{ job, customFormId, isEditable }} />;
}

function OpenForm(props: JobScreen & { customFormId: string; isEditable: boolean }) {
  const { job, customFormId } = props;
  const { opened, retry } = useFormOpening(job.jobId, customFormId, props.isEditable);
  useLeaveIfMissing(opened.state === "missing", listPath, jobStrings().missing);
  const text = strings();
  if (opened.state === "failed") return <UnusableForm {...text.failed} />;
  if (opened.state === "elsewhere")
    return (
      <UnusableForm
        {...text.elsewhere}
        main={
          <Button kind="main" onClick={retry}>
            {text.elsewhere.goOn}
          </Button>
        }
      />
    );
  if (opened.state !== "open")
    return (
      <Page title={text.opening} back={listPath}>
        <Skeleton cards={2} />
      </Page>
    );
  const { form, hasClaim } = opened;
  const { bundle } = form;
  if (!bundle) return <UnusableForm {...text.noDefinition} />;
  return <opened.filling.FillForm {...props} {...{ form, bundle, hasClaim }} />;
}

/**
 * Reads the form once, not live, so that no update changes it while the engineer fills it in. Only the window that
 * opened it last may edit it: two windows would overwrite each other's answers.
 */
function useFormOpening(jobId: string, customFormId: string, isEditable: boolean) {
  const device = useDevice();
  const [opened, setOpened] = useState<Opened>({ state: "opening" });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((number) => number + 1), []);
  useEffect(() => {
    let isActive = true;
    const show = (state: Opened) => {
      if (isActive) setOpened(state);
    };
    const showElsewhere = () => show({ state: "elsewhere" });
    const claim = isEditable
      ? claimForThisWindow(`fieldfare-form ${jobId} ${customFormId}`, showElsewhere)
      : readOnlyClaim;
    show({ state: "opening" });
    const formRead = claim.ready.then(() => readJobForm(device, jobId, customFormId));
    void Promise.all([formRead, loadFormModule()]).then(
      ([form, filling]) => {
        if (!claim.hasClaim()) return;
        show(
          form ? { state: "open", form, filling, hasClaim: claim.hasClaim } : { state: "missing" },
        );
      },
      () => show({ state: "failed" }),
    );
    return () => {
      isActive = false;
      claim.release();
    };
  }, [device, jobId, customFormId, isEditable, attempt]);
  return { opened, retry };
}

/** A read-only form needs no claim: any number of windows may show it. */
const readOnlyClaim: WindowClaim = {
  ready: Promise.resolve(),
  hasClaim: () => true,
  release: () => undefined,
};
