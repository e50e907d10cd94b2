import { readAppliances } from "@fieldfare/device";
import { findChangedAppliances, findRecordsBeforeAppliance, isolateText } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import { formScreen } from "../warning-notice.tsx";

/** Says that the engineer added a gas appliance after the gas safety record was completed, which does not name it. */
export function AddedAppliancePanel({ job }: JobScreen) {
  const device = useDevice();
  const { propertyId } = job.property;
  const appliances = useLive(() => readAppliances(device, propertyId), [device, propertyId]);
  const [record] = findRecordsBeforeAppliance(job.customForms, appliances ?? []);
  if (record === undefined) return null;
  const { title, text } = strings().outcome.addedAppliance;
  return (
    <Banner tone="warn" title={title}>
      <p>{text}</p>
      <ButtonLink to={formScreen(record.customFormId)}>
        {strings().outcome.changedAppliances.link}
      </ButtonLink>
    </Banner>
  );
}

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
