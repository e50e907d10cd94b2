import { readAppliances } from "@fieldfare/device";
import { findChangedAppliances, isolateText } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import { formScreen } from "../warning-notice.tsx";

/** Lists the appliances that the gas safety record names and that were scrapped or changed after it was completed. */
export function ChangedAppliancesPanel({ job }: JobScreen) {
  const device = useDevice();
  const { propertyId } = job.property;
  const appliances = useLive(() => readAppliances(device, propertyId), [device, propertyId]);
  const changed = findChangedAppliances(job.customForms, appliances ?? []);
  const {
    title,
    scrapped,
    changed: changedText,
    check,
    link,
  } = strings().outcome.changedAppliances;
  const [first] = changed;
  if (first === undefined) return null;
  return (
    <Banner tone="warn" title={title}>
      {changed.map(({ propertyAssetId, name, isScrapped }) => (
        <p key={propertyAssetId} dir="auto">
          {isScrapped ? scrapped(isolateText(name)) : changedText(isolateText(name))}
        </p>
      ))}
      <p>{check}</p>
      <ButtonLink to={formScreen(first.customFormId)}>{link}</ButtonLink>
    </Banner>
  );
}
