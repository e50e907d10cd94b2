import { type PropertyAppliance, readAppliances } from "@fieldfare/device";
import { findChangedAppliances, findRecordsBeforeAppliance, isolateText } from "@fieldfare/domain";
import { useDevice, useLive } from "../../../phone/device.tsx";
import { useReadTogether } from "../../../phone/drawn-together.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import type { JobScreen } from "../selected-job.tsx";
import { strings } from "../strings.ts";
import { formScreen } from "../warning-notice.tsx";

interface PanelProps extends JobScreen {
  readonly appliances: readonly PropertyAppliance[];
}

/** Names what was added, changed or scrapped under Property Appliances after the gas safety record was completed. */
export function ChangedAppliancesPanel({ job }: JobScreen) {
  const device = useDevice();
  const { propertyId } = job.property;
  const appliances = useLive(() => readAppliances(device, propertyId), [device, propertyId]);
  useReadTogether(appliances !== undefined);
  if (!appliances) return null;
  return (
    <>
      <Changed job={job} appliances={appliances} />
      <Added job={job} appliances={appliances} />
    </>
  );
}

/** Lists the appliances that the record names and that were scrapped or changed since. */
function Changed({ job, appliances }: PanelProps) {
  const changed = findChangedAppliances(job.customForms, appliances);
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

/** Says that the engineer added a gas appliance since, which the record does not name. */
function Added({ job, appliances }: PanelProps) {
  const [record] = findRecordsBeforeAppliance(job.customForms, appliances);
  if (record === undefined) return null;
  const { addedAppliance, changedAppliances } = strings().outcome;
  return (
    <Banner tone="warn" title={addedAppliance.title}>
      <p>{addedAppliance.text}</p>
      <ButtonLink to={formScreen(record.customFormId)}>{changedAppliances.link}</ButtonLink>
    </Banner>
  );
}
