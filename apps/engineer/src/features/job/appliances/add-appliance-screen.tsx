import { addAppliance } from "@fieldfare/device";
import { blankAppliance } from "@fieldfare/domain";
import { Skeleton } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { useDraft } from "../../../device/drafts.ts";
import { type JobScreen, useRequiredAction } from "../selected-job.tsx";
import { parseAnswers } from "./appliance-answers.ts";
import { ApplianceForm } from "./appliance-form.tsx";
import { words } from "./words.ts";

export function AddApplianceScreen({ job }: JobScreen) {
  const { isAllowed } = useRequiredAction(job, "edit-work");
  const draft = useDraft(job.jobId, "appliance", (kept) => parseAnswers(kept, blankAppliance));
  const spoken = words();
  if (isAllowed && draft.initial)
    return (
      <ApplianceForm
        job={job}
        title={spoken.addTitle}
        kind="appliance"
        draft={draft}
        initial={draft.initial}
        original={blankAppliance}
        submit={spoken.submit}
        done={spoken.wasAdded}
        save={(device, answers) => addAppliance(device, job.jobId, answers)}
      />
    );
  return (
    <Page title={spoken.addTitle} back="/jobs/selected/property/appliances">
      <Skeleton cards={1} />
    </Page>
  );
}
