import { findRemovedAppliances, isolateText } from "@fieldfare/domain";
import { Banner } from "../../../ui/banner.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { sectionScreens } from "../sections.ts";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import { formScreen } from "../warning-notice.tsx";

/** Lists the appliances that were deleted from the property and that a form of the job still names. */
export function RemovedAppliancesPanel({ job }: JobScreen) {
  const removed = findRemovedAppliances(job.customForms, job.removed?.propertyAssetIds);
  const { title, text, link } = strings().outcome.removedAppliances;
  const [formId, ...otherFormIds] = new Set(removed.map(({ customFormId }) => customFormId));
  if (formId === undefined) return null;
  return (
    <Banner tone="warn" title={title}>
      <p dir="auto">{text([...new Set(removed.map(({ name }) => isolateText(name)))])}</p>
      <ButtonLink to={otherFormIds.length === 0 ? formScreen(formId) : sectionScreens.Forms.path}>
        {link}
      </ButtonLink>
    </Banner>
  );
}
